import net from "node:net";

/**
 * What the server answers to these very bytes, until it hangs up.
 * @param drop sent after them once a second, until then: whatever is on its way when the server closes is lost, which is no failure
 */
export function answerTo(url: string, bytes: string, drop?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    let answer = "";
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    const drops = drop === undefined ? undefined : setInterval(() => socket.writable && socket.write(drop), 1000);
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (drop === undefined || !["ECONNRESET", "EPIPE"].includes(error.code ?? "")) reject(error);
    });
    socket.once("close", () => {
      clearInterval(drops);
      resolve(answer);
    });
  });
}
