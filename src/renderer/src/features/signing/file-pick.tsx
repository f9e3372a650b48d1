import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from '../../ui/button.tsx';
import { takeFile } from './transaction-file.ts';
import type { TakenFile } from './transaction-file.ts';
import styles from './signing.module.css';
import { SIGNING_TEXT } from './text.ts';

/** Opens a file with a transaction in it; dropping one anywhere does the same. */
export function FilePick({
  onFile,
  isDisabled,
}: {
  onFile: (file: TakenFile) => void;
  isDisabled: boolean;
}): ReactNode {
  return (
    <div className={styles['pick']}>
      <FileTrigger
        onSelect={(files) => {
          const file = files?.item(0);
          if (file) void takeFile(file).then(onFile);
        }}
      >
        <Button icon={FileUp} isDisabled={isDisabled}>
          {SIGNING_TEXT.file.choose}
        </Button>
      </FileTrigger>
      <span className={styles['faint']}>{SIGNING_TEXT.file.formats}</span>
    </div>
  );
}
