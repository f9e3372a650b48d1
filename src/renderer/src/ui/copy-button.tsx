import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { attempt } from './attempt.ts';
import { getConsole } from '../bridge/console.ts';
import { Button } from './button.tsx';
import { UI_TEXT } from './text.ts';

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
