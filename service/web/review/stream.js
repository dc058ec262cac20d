// The event stream of a game. (EventSource cannot send an Authorization header.)

import * as service from "./service.js";

const SILENCE_MS = 40_000; // the service sends a comment every 15 seconds

// Yields `{ event, data }` for each frame until the stream ends. After an interruption, it continues after the last frame.
// `interrupted` is called with true when the connection is lost, and with false when there is one again.
export async function* follow(path, interrupted) {
  let last = null;
  let pauseMs = 2000;
  for (;;) {
    const connection = new AbortController();
    try {
      const headers = { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) };
      const response = await service.response(path, { headers, signal: connection.signal });
      interrupted(false);
      if (response.status === 204) return; // nothing more will come
      for await (const frame of frames(response.body, connection)) {
        last = frame.id ?? last;
        pauseMs = Number(frame.retry ?? pauseMs);
        if (frame.event) yield { event: frame.event, data: JSON.parse(frame.data) };
        if (frame.event === "end") return;
      }
    } catch (error) {
      if (error instanceof service.Problem && error.status < 500 && error.status !== 429) throw error;
      interrupted(true);
    } finally {
      connection.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function* frames(body, connection) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const alarm = setTimeout(() => connection.abort(), SILENCE_MS);
    const { value, done } = await reader.read().finally(() => clearTimeout(alarm));
    if (done) return;
    const parts = (text + value).split("\n\n");
    text = parts.pop();
    for (const part of parts) {
      yield Object.fromEntries([...part.matchAll(/^(\w+): (.*)$/gm)].map(([, name, content]) => [name, content]));
    }
  }
}
