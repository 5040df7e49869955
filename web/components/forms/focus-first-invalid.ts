/** Leads to the first field that keeps a form from being sent, once it is marked. */
export function focusFirstInvalid(formId: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`#${formId} [aria-invalid='true']`)?.focus(),
  );
}
