import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import type { SearchFieldProps } from 'react-aria-components/SearchField';
import { classNames } from './class-names.ts';
import field from './field.module.css';
import styles from './find-field.module.css';
import { Icon } from './icon.tsx';
import { UI_TEXT } from './text.ts';

interface FindFieldProps extends Pick<SearchFieldProps, 'value' | 'onChange' | 'autoFocus'> {
  readonly label: string;
  /** How many there are to find. */
  readonly count: number;
}

/** A line above a long list: what is typed narrows it. */
export function FindField({ label, count, ...rest }: FindFieldProps): ReactNode {
  return (
    <SearchField aria-label={label} className={styles['find'] ?? ''} {...rest}>
      <div className={field['box']}>
        <Icon of={Search} className={styles['icon']} />
        <Input
          className={classNames(field['input'], styles['input'])}
          placeholder={UI_TEXT.find.among(count.toLocaleString('en'))}
          spellCheck="false"
        />
      </div>
    </SearchField>
  );
}
