import { parentPort } from 'node:worker_threads';
import { orderDocument } from './order-document.ts';
import type { OrderForm } from './order-form.ts';

/** `progress` any number of times, then one of the others. */
export type PdfReply =
  | { type: 'progress'; rows: number }
  | { type: 'written'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'failed'; reason: string };

const port = parentPort!;

port.on('message', (form: OrderForm) => {
  orderDocument(form, (rows) => reply({ type: 'progress', rows }))
    .then((document) => {
      const bytes = new Uint8Array(document);
      port.postMessage({ type: 'written', bytes } satisfies PdfReply, [bytes.buffer]);
    })
    .catch((error: unknown) =>
      reply({
        type: 'failed',
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
});

function reply(message: PdfReply): void {
  port.postMessage(message);
}
