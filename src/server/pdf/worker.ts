// The thread in which documents are drawn: an entry of its own in the server's bundle.
import { parentPort } from "node:worker_threads";
import { renderEntry } from "./form-entry";
import { renderPriceList } from "./price-list";
import { renderPriced } from "./priced-document";
import { renderProgress } from "./progress-report";
import { renderReceipt } from "./receipt";
import type { DrawMessage, DrawnMessage } from "./worker-messages";

function render(asked: DrawMessage): Promise<Uint8Array> {
  switch (asked.kind) {
    case "progress":
      return renderProgress(asked.content, asked.locale);
    case "priced":
      return renderPriced(asked.content, asked.locale);
    case "priceList":
      return renderPriceList(asked.content, asked.locale);
    case "entry":
      return renderEntry(asked.content, asked.locale);
    case "receipt":
      return renderReceipt(asked.content, asked.locale);
  }
}

const tell = (message: DrawnMessage) => parentPort?.postMessage(message);

parentPort?.on("message", (asked: DrawMessage) => {
  render(asked).then(
    (bytes) => tell({ bytes }),
    (error: unknown) => tell({ error }),
  );
});
