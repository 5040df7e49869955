import { AppError } from '../../platform/errors.ts';

const MB = 1024 * 1024;
/** Of the files that are being received or wait to be read and stored, in bytes. */
export const UPLOAD_BUDGET = { perUser: 64 * MB, inAll: 512 * MB };

/** What a request without a file may have is not counted. */
const UNCOUNTED = 100_000;

/** Seconds after which another try is worth while. */
const RETRY_SECONDS = 10;

/** What one request holds of the budget. */
export type Share = {
  /** Holds so many bytes in all from now on, if it is more than before. @throws AppError 429, 503 */
  hold(bytes: number): void;
  giveBack(): void;
};

/**
 * Bounds what requests with files hold of the disk, per user and in all. A user may always send one, whatever its size; a
 * further one must be within the user's budget.
 */
export function uploadBudget({ perUser, inAll } = UPLOAD_BUDGET): (userId: number) => Share {
  const users = new Map<number, Set<{ bytes: number }>>();
  let all = 0;

  return (userId) => {
    const shares = users.get(userId) ?? new Set();
    users.set(userId, shares);
    const share = { bytes: 0 };
    shares.add(share);
    return {
      hold(bytes) {
        const more = bytes - share.bytes;
        if (bytes <= UNCOUNTED || more <= 0) return;
        const ofUser = [...shares].reduce((sum, each) => sum + each.bytes, 0);
        const isOnlyOne = ofUser === share.bytes;
        if (!isOnlyOne && ofUser + more > perUser) throw busy(429, 'uploads_user_busy', perUser);
        if (all + more > inAll) throw busy(503, 'uploads_busy', inAll);
        share.bytes = bytes;
        all += more;
      },
      giveBack() {
        if (!shares.delete(share)) return;
        all -= share.bytes;
        if (shares.size === 0) users.delete(userId);
      },
    };
  };
}

function busy(status: number, code: string, budget: number): AppError {
  return new AppError(status, code, {
    params: { megabytes: Math.floor(budget / MB), retryAfter: RETRY_SECONDS },
  });
}
