const LONGEST_HEAD = 300;

/** Decodes a base64 data URL that comes in pieces, as JSON writes it. */
export class DataUrlDecoder {
  /** What has come and can't be decoded yet: the head, or up to three characters. */
  #rest = '';
  #isInContent = false;
  #isRefused = false;

  /** The bytes that are complete. */
  decode(piece: Buffer): Buffer {
    if (this.#isRefused) return Buffer.alloc(0);
    // Some programs write a slash as \/.
    let text = this.#rest + piece.toString('latin1').replaceAll('\\', '');
    if (!this.#isInContent) {
      const head = /^data:[^,]{0,255};base64,/.exec(text.slice(0, LONGEST_HEAD))?.[0];
      this.#isInContent = head !== undefined;
      this.#isRefused = head === undefined && text.length >= LONGEST_HEAD;
      if (head === undefined) {
        this.#rest = this.#isRefused ? '' : text;
        return Buffer.alloc(0);
      }
      text = text.slice(head.length);
    }
    const complete = text.length - (text.length % 4);
    this.#rest = text.slice(complete);
    return Buffer.from(text.slice(0, complete), 'base64');
  }

  /** The last bytes; undefined when it was no base64 data URL. */
  end(): Buffer | undefined {
    return this.#isInContent ? Buffer.from(this.#rest, 'base64') : undefined;
  }
}
