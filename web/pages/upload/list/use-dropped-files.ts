import { useEffect, useEffectEvent, useState } from 'react';
import { holdsFiles } from '../../../components/forms/stray-files.ts';

/**
 * Takes files that are dropped anywhere on the page while `isOn`; tells whether some are held over it. What is dropped
 * in a field of its own is that field's.
 */
export function useDroppedFiles(isOn: boolean, onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const listen = <Name extends 'dragover' | 'dragleave' | 'drop'>(
      name: Name,
      listener: (event: DragEvent) => void,
    ) => document.addEventListener(name, listener, { signal: controller.signal });
    listen('dragover', (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      if (!holdsFiles(event)) return;
      setOver(false);
      if (event.defaultPrevented) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    });
    return () => {
      controller.abort();
      setOver(false);
    };
  }, [isOn]);
  return isOver;
}
