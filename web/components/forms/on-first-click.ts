/**
 * Acts on a click unless it is the second of a double click. For what takes its row out of a list: by the second click the next
 * row may be where that one was.
 */
export function onFirstClick(act: () => void): (click: { detail: number }) => void {
  return ({ detail }) => {
    if (detail < 2) act();
  };
}
