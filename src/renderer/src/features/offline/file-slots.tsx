import { fromHex, toHex } from '#protocol/encoding.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { OfflineKind } from '#preload/contract/offline.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { Refusal } from '../../ui/notes.tsx';
import { CodeCard } from '../codes/code-card.tsx';
import { CodeScanner } from '../codes/code-scanner.tsx';
import { OFFLINE_TEXT } from './text.ts';

/** Takes what codes brought; the privileged side checks it as it checks a file. */
export const takeScanned = (files: readonly Uint8Array[]) =>
  getConsole().offline.scan({ files: files.map((file) => toHex(file)) });

interface IncomingWaysProps {
  readonly onFiles: (files: readonly Uint8Array[]) => void;
}

/** Other ways than files into this console, on the step Receive. */
export const IncomingWays = ({ onFiles }: IncomingWaysProps): ReactNode => <CodeScanner onFiles={onFiles} />;

interface OutgoingWaysProps {
  /** The request that it belongs to. */
  readonly id: string;
  readonly kind: OfflineKind;
}

interface Read {
  readonly files: readonly Uint8Array[];
  readonly error: BridgeError | null;
}

/** Other ways than files out of this console, above the card that saves one. */
export function OutgoingWays({ id, kind }: OutgoingWaysProps): ReactNode {
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    let isOver = false;
    getConsole()
      .offline.bytes({ id, kind })
      .then(
        ({ hex }) => isOver || setRead({ files: [fromHex(hex)], error: null }),
        (thrown: unknown) => isOver || setRead({ files: [], error: asBridgeError(thrown) }),
      );
    return () => {
      isOver = true;
    };
  }, [id, kind]);
  if (read === null) return null;
  if (read.error !== null) return <Refusal error={read.error} />;
  return <CodeCard title={OFFLINE_TEXT.outgoing[kind]} files={read.files} />;
}
