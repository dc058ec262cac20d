/** One event of a stream: its name and its data. */
export interface Frame {
  event: string;
  data: any;
}

/** Reads the lines of an event stream, over several connections. */
export class FrameReader {
  /** The id of the last frame, from which the next connection continues. */
  lastId: string | null = null;
  /** How long to wait before the next connection. */
  retryMs = 2000;
  #event = "";
  #data = "";

  /** Forgets the unfinished frame of a connection that broke. */
  reset(): void {
    this.#event = this.#data = "";
  }

  /** Returns the frame that ends with this line, or null. Comments, which start with a colon, are skipped. */
  read(line: string): Frame | null {
    if (line === "") {
      const [event, data] = [this.#event, this.#data];
      this.reset();
      return data ? { event, data: JSON.parse(data) } : null;
    }
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === "event") this.#event = value;
    if (name === "data") this.#data += value;
    if (name === "id") this.lastId = value;
    if (name === "retry" && /^\d+$/.test(value)) this.retryMs = Number(value);
    return null;
  }
}

/** Yields the lines of a response, without the unfinished last one. Calls `alive` for each piece that arrives. */
export async function* lines(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    const parts = (text + decoder.decode(value, { stream: true })).split("\n");
    text = parts.pop() ?? "";
    yield* parts;
  }
}
