import { type ReactNode, useEffect, useState } from 'react';
import type { OfflineKind, OutgoingFile } from '#preload/contract/offline.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { MAX_SCANNED } from '#protocol/offline/ur.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { CodeScanner } from '../codes/code-scanner.tsx';
import { OFFLINE_TEXT } from './text.ts';

/** Takes what codes brought; the privileged side checks it as it checks a file. */
export const takeScanned = async (files: readonly Uint8Array[]) => {
  const { opened, refused } = await getConsole().offline.scan({ files: files.map((file) => toHex(file)) });
  return {
    opened,
    refused: refused.map((each) => ({ ...each, name: OFFLINE_TEXT.receive.scanned(each.name) })),
  };
};

interface IncomingWaysProps {
  readonly onFiles: (files: readonly Uint8Array[]) => void;
}

/** Other ways than files into this console, on the step Receive. */
export const IncomingWays = ({ onFiles }: IncomingWaysProps): ReactNode => <CodeScanner onFiles={onFiles} />;

/** The bytes of a file that leaves this computer; null as long as they are not here. */
export function useOutgoingBytes(id: string, kind: OfflineKind, { name, size }: OutgoingFile) {
  const isTooLarge = size > MAX_SCANNED;
  const [read, setRead] = useState<{
    readonly name: string;
    readonly files: readonly Uint8Array[] | null;
    readonly error: BridgeError | null;
  } | null>(null);
  useEffect(() => {
    if (isTooLarge) return undefined;
    let isOver = false;
    getConsole()
      .offline.bytes({ id, kind })
      .then(
        ({ hex }) => isOver || setRead({ name, files: [fromHex(hex)], error: null }),
        (thrown: unknown) => isOver || setRead({ name, files: null, error: asBridgeError(thrown) }),
      );
    return () => {
      isOver = true;
    };
  }, [id, kind, name, isTooLarge]);
  // What was read of the request before says nothing of the one that was made anew: its file has another name.
  const { files, error } = read?.name === name ? read : { files: null, error: null };
  return { files, error, isTooLarge };
}
