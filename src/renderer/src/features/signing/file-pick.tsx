import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from '../../ui/button.tsx';
import { takeFile } from './transaction-file.ts';
import type { TakenFile } from './transaction-file.ts';
import styles from './signing.module.css';
import { signingText } from './text.ts';

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
          {signingText.file.choose}
        </Button>
      </FileTrigger>
      <span className={styles['faint']}>{signingText.file.formats}</span>
    </div>
  );
}
