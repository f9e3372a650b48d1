import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SentencePart } from '#chains/model/decoded.ts';
import { getConsole } from '../bridge/console.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { UI_TEXT } from './text.ts';
import { attempt } from './toasts.ts';
import styles from './values.module.css';

const HEAD = 8;
const TAIL = 6;

/**
 * An address, an id or a public key: whole, monospace, the ends strong and the middle faint. What does not fit a line
 * becomes two halves, not a line and a rest.
 */
export function Address({ value, className }: { value: string; className?: string | undefined }): ReactNode {
  const short = value.length <= HEAD + TAIL;
  const half = Math.ceil(value.length / 2);
  return (
    <span className={classNames(styles['address'], className)}>
      {short ? (
        value
      ) : (
        <>
          {value.slice(0, HEAD)}
          <span className={styles['middle']}>
            {value.slice(HEAD, half)}
            <wbr />
            {value.slice(half, -TAIL)}
          </span>
          {value.slice(-TAIL)}
        </>
      )}
    </span>
  );
}

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for the accessible name: "public key". */
  readonly what: string;
  /** Shows words beside the icon. */
  readonly worded?: boolean;
}

const SHOWN_MS = 2000;

/** Copies a text through the privileged side and shows a check for two seconds. */
export function CopyButton({ text, what, worded }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await attempt(async () => {
      await getConsole().app.copy({ text });
      setCopied(true);
    });
  };
  return (
    <Button
      kind={worded ? 'plain' : 'quiet'}
      small
      icon={copied ? Check : Copy}
      aria-label={copied ? UI_TEXT.copy.copiedThe(what) : UI_TEXT.copy.theWhat(what)}
      onPress={copy}
    >
      {worded ? (copied ? UI_TEXT.copy.copied : UI_TEXT.copy.copy) : undefined}
    </Button>
  );
}

/** An id, a key or an address, whole, with a way to copy it. */
export function Copied({ value, what }: { value: string; what: string }): ReactNode {
  return (
    <span className={styles['copied']}>
      <Address value={value} />
      <CopyButton text={value} what={what} />
    </span>
  );
}

/** Words for those who do not see the window; they stand in the accessible name of what holds them. */
export function HiddenText({ children }: { children: ReactNode }): ReactNode {
  return <span className={styles['hidden']}>{children}</span>;
}

/**
 * A digest or an address as hex in groups, whole, so that two people can compare it aloud.
 * @param value hex, with or without 0x or `sha256:`, which stay in front
 * @param size characters a group: 8 for addresses, 4 for digests
 */
export function Digest({ value, size = 4 }: { value: string; size?: number }): ReactNode {
  const prefix = /^(?:0x|sha256:)/.exec(value)?.[0] ?? '';
  const hex = value.slice(prefix.length);
  const groups: string[] = [];
  for (let at = 0; at < hex.length; at += size) groups.push(hex.slice(at, at + size));
  return (
    <span className={styles['digest']}>
      <HiddenText>{value}</HiddenText>
      <span aria-hidden className={styles['groups']}>
        {prefix && <span>{prefix}</span>}
        {groups.map((group, index) => (
          <span key={index}>{group}</span>
        ))}
      </span>
    </span>
  );
}

/** What will happen, as one sentence with its addresses whole and its amounts strong. */
export function SentenceView({ parts }: { parts: readonly SentencePart[] }): ReactNode {
  return (
    <p className={styles['sentence']}>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </p>
  );
}

function Part({ part }: { part: SentencePart }): ReactNode {
  switch (part.kind) {
    case 'address':
      return <Address value={part.value} className={styles['sentenceAddress']} />;
    case 'amount':
      return <span className={styles['amount']}>{part.value}</span>;
    case 'text':
      return part.value;
  }
}
