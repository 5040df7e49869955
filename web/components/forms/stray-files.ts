/**
 * Keeps the browser from opening a file that is dropped beside the field for it: in some it would take the place of the
 * page, and of what is entered there. Once, before anything is shown; whoever takes files listens below the window.
 */
export function keepStrayFiles(): void {
  addEventListener('dragover', (event) => {
    if (!isStray(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'none';
  });
  addEventListener('drop', (event) => {
    if (isStray(event)) event.preventDefault();
  });
}

function isStray(event: DragEvent): boolean {
  return !event.defaultPrevented && holdsFiles(event) && !isFileField(event.target);
}

export function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return Boolean(dataTransfer?.types.includes('Files'));
}

/** The browser itself fills those. */
function isFileField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'file' && !target.disabled;
}
