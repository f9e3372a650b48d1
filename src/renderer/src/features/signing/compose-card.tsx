import { FileUp, Info } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import type { ByteRange } from '#chains/model/decoded.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { SIGNING_CHAINS } from '../signers/chains.ts';
import { HexField } from './hex-field.tsx';
import { countBytes } from './byte-marks.ts';
import { KeySelect } from './key-select.tsx';
import { setChain, setTransaction, useSigning } from './signing-store.ts';
import styles from './signing.module.css';
import { SIGNING_TEXT } from './text.ts';

const WAYS = [
  { id: 'paste', label: SIGNING_TEXT.compose.ways.paste },
  { id: 'file', label: SIGNING_TEXT.compose.ways.file },
] as const;
type Way = (typeof WAYS)[number]['id'];

interface ComposeCardProps {
  readonly marks: readonly ByteRange[];
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

/** What goes in: a transaction, and the key to sign it with. */
export function ComposeCard({ marks, isDisabled, onFile }: ComposeCardProps): ReactNode {
  const [way, setWay] = useState<Way>('paste');
  const { text, fileName, reading } = useSigning();
  const bytes = reading.state === 'read' ? reading.bytes : countBytes(text);
  const [label, form] =
    reading.state === 'typedData' || reading.state === 'message'
      ? SIGNING_TEXT.compose[reading.state]
      : [SIGNING_TEXT.compose.unsigned, SIGNING_TEXT.compose.bytes(bytes.toLocaleString('en'))];
  const aside = text === '' ? '' : [form, fileName].filter(Boolean).join(' · ');
  const error = reading.state === 'unreadable' ? reading.error : null;
  return (
    <Card label={SIGNING_TEXT.compose.title}>
      <CardHeader
        title={SIGNING_TEXT.compose.title}
        end={
          <Segmented label={SIGNING_TEXT.compose.ways.label} options={WAYS} value={way} onChange={setWay} />
        }
      />
      <CardSection className={styles['fields']}>
        <ChainField isDisabled={isDisabled} />
        <KeySelect isDisabled={isDisabled} />
        {way === 'file' && <FilePick onFile={onFile} isDisabled={isDisabled} />}
        <HexField
          label={label}
          rows={way === 'paste' ? 9 : 5}
          value={text}
          onChange={setTransaction}
          aside={aside}
          marks={marks}
          error={error}
          isDisabled={isDisabled}
        />
      </CardSection>
      <CardFooter
        note={
          <span className={styles['hint']}>
            <Icon of={Info} /> {SIGNING_TEXT.compose.drop}
          </span>
        }
      />
    </Card>
  );
}

/** The chain that a transaction is read for: detected from its bytes, or chosen where they are none of it. */
function ChainField({ isDisabled }: { isDisabled: boolean }): ReactNode {
  const { type, reading } = useSigning();
  return (
    <Select
      label={SIGNING_TEXT.chain.label}
      options={SIGNING_CHAINS.map(({ id, label }) => ({
        id,
        label: id === type && reading.state === 'read' ? reading.reading.network : label,
        ...(id === type && reading.state === 'read' ? { aside: SIGNING_TEXT.chain.detected } : {}),
      }))}
      value={type}
      onChange={(id) => void setChain(id)}
      isDisabled={isDisabled || reading.state === 'typedData' || reading.state === 'message'}
    />
  );
}

/** Opens a file with a transaction in it; dropping one anywhere does the same. */
function FilePick({ onFile, isDisabled }: { onFile: (file: File) => void; isDisabled: boolean }): ReactNode {
  return (
    <div className={styles['pick']}>
      <FileTrigger
        onSelect={(files) => {
          const file = files?.item(0);
          if (file) onFile(file);
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
