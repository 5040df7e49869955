// Loaded before a process's own code: what Date shows is as many hours off as CLOCK_HOURS_OFF says. How much time passes
// (performance.now, timers) does not depend on it, as with a real clock that is wrong.
const off = Number(process.env.CLOCK_HOURS_OFF) * 3_600_000;
const RightDate = Date;

class WrongDate extends RightDate {
  constructor(...given) {
    if (given.length === 0) super(RightDate.now() + off);
    else super(...given);
  }

  static now() {
    return RightDate.now() + off;
  }
}
globalThis.Date = WrongDate;
