import { useEffect, useState } from 'react';
import { takeFile } from './transaction-file.ts';
import type { TakenFile } from './transaction-file.ts';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/**
 * Takes a file dropped anywhere in the window while the screen is there.
 * @param onFile null while nothing may be dropped
 * @returns whether a file is held over the window
 */
export function useFileDrop(onFile: ((file: TakenFile) => void) | null): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = onFile ? 'copy' : 'none';
      setIsOver(onFile !== null);
    };
    const leave = (event: DragEvent): void => {
      // The pointer left the window, not just one element for another.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      const file = event.dataTransfer?.files.item(0);
      if (file && onFile) void takeFile(file).then(onFile);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFile]);
  return isOver;
}
