/** What one process leaves waiting, and mails that were put off, are looked at by all. */
const INTERVAL_MILLISECONDS = 60_000;

/** Looks for mails that wait to be sent. */
export type MailLooks = {
  /** Looks now; what happens while a look waits for the one before, it sees too. */
  look(): void;
  /** Whether to stop after the mail under way. */
  isEnding(): boolean;
  /** Looks no more; resolves when the mail under way is sent. */
  end(): Promise<void>;
};

/** Does `work` when asked to and every minute, once at a time; `onError` is told why it failed. */
export function lookForMails(work: () => Promise<void>, onError: (error: unknown) => void): MailLooks {
  let ended = false;
  let running = Promise.resolve();
  let waiting = false;
  const timer = setInterval(look, INTERVAL_MILLISECONDS);
  timer.unref();

  return {
    look,
    isEnding: () => ended,
    end() {
      ended = true;
      clearInterval(timer);
      return running;
    },
  };

  function look(): void {
    if (waiting || ended) return;
    waiting = true;
    running = running.then(async () => {
      waiting = false;
      await work().catch(onError);
    });
  }
}
