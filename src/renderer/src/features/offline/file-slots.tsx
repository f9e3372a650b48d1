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

/** A file that leaves this computer. */
export interface Outgoing {
  readonly id: string;
  readonly kind: OfflineKind;
  readonly file: OutgoingFile;
}

/** The bytes of files that leave this computer, one behind the other; null as long as they are not here. */
export function useOutgoingBytes(outgoing: readonly Outgoing[]) {
  const size = outgoing.reduce((sum, { file }) => sum + file.size, 0);
  const isTooLarge = size > MAX_SCANNED;
  // What was read of the request before says nothing of the one that was made anew: its file has another name.
  const asked = JSON.stringify(outgoing.map(({ id, kind, file: { name } }) => [id, kind, name]));
  const [read, setRead] = useState<{
    readonly asked: string;
    readonly files: readonly Uint8Array[] | null;
    readonly error: BridgeError | null;
  } | null>(null);
  useEffect(() => {
    if (isTooLarge) return undefined;
    let isOver = false;
    readBytes(asked).then(
      (files) => isOver || setRead({ asked, files, error: null }),
      (thrown: unknown) => isOver || setRead({ asked, files: null, error: asBridgeError(thrown) }),
    );
    return () => {
      isOver = true;
    };
  }, [asked, isTooLarge]);
  const { files, error } = read?.asked === asked ? read : { files: null, error: null };
  return { size, files, error, isTooLarge };
}

const readBytes = (asked: string): Promise<Uint8Array[]> =>
  Promise.all(
    (JSON.parse(asked) as [id: string, kind: OfflineKind][]).map(async ([id, kind]) => {
      const { hex } = await getConsole().offline.bytes({ id, kind });
      return fromHex(hex);
    }),
  );
