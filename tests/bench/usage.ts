/** What a server process tells of itself. */
export interface Usage {
  /** Processor time so far, in microseconds. */
  cpu: number;
  /** Resident memory now and at its highest since the last `resetPeak`, in bytes. */
  rss: number;
  peak: number;
}

const SAMPLE_MS = 20;

/** The questions about resources that both servers answer. */
export function usageHandlers() {
  let peak = 0;
  let sampler: NodeJS.Timeout | undefined;
  const sample = () => {
    const rss = process.memoryUsage.rss();
    peak = Math.max(peak, rss);
    return rss;
  };
  return {
    usage: (): Usage => {
      const { user, system } = process.cpuUsage();
      return { cpu: user + system, rss: sample(), peak };
    },
    /** Starts to watch memory: not done while throughput is measured. */
    resetPeak: () => {
      clearInterval(sampler);
      sampler = setInterval(sample, SAMPLE_MS);
      peak = 0;
    },
  };
}
