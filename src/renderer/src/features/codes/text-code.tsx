import { base64 } from '@scure/base';
import { type ReactNode, useMemo, useState } from 'react';
import { Pause, Play } from 'lucide-react';
import { fromHex } from '#protocol/encoding.ts';
import { encodeCanonical } from '#protocol/offline/cbor.ts';
import type { Density } from '#protocol/offline/frames.ts';
import { type UrFrames, createUrFrames } from '#protocol/offline/ur.ts';
import { Button } from '../../ui/button.tsx';
import { CodeChoices, Codes, prefersStill } from './code-card.tsx';
import styles from './codes.module.css';
import { useCodeSettings } from './settings.ts';
import { CODES_TEXT } from './text.ts';

/** More text than this makes a code that cameras have trouble with. */
const MOST_AT_ONCE = 1_000;
/** `psbt` and ff, in base64 and as hex. */
const PSBT_START = 'cHNidP';
const PSBT_HEX = /^70736274ff(?:[0-9a-f]{2})+$/i;

/**
 * How a signed transaction goes to another program by QR code: a PSBT as a UR (BCR-2020-006, under the name that wallets of
 * all ages read), a short text as it is, and longer hex as a UR of bytes. Null for a long text that is no hex.
 */
function framesOf(text: string, density: Density): UrFrames | null {
  const psbt = psbtIn(text);
  if (psbt !== null) return createUrFrames({ type: 'crypto-psbt', bytes: encodeCanonical(psbt) }, density);
  if (text.length <= MOST_AT_ONCE) return { count: 1, frame: () => text };
  if (!/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(text)) return null;
  const bytes = encodeCanonical(fromHex(text.replace(/^0x/i, '')));
  return createUrFrames({ type: 'bytes', bytes }, density);
}

/** The bytes of a PSBT, as base64 or hex; null for anything else. */
function psbtIn(text: string): Uint8Array | null {
  if (text.startsWith(PSBT_START)) return base64.decode(text);
  return PSBT_HEX.test(text) ? fromHex(text) : null;
}

/** A signed transaction as QR code, or as a series of them. */
export function TextCode({ text }: { text: string }): ReactNode {
  const [settings, remember] = useCodeSettings();
  const [isMoving, setIsMoving] = useState(() => !prefersStill());
  const frames = useMemo(() => framesOf(text, settings.density), [text, settings.density]);
  if (frames === null) return <p className={styles['said']}>{CODES_TEXT.result.byFile}</p>;
  return (
    <div>
      <Codes key={settings.density} frames={frames} settings={settings} isMoving={isMoving} />
      {frames.count > 1 && (
        <>
          <p className={styles['steps']}>
            <Button small icon={isMoving ? Pause : Play} onPress={() => setIsMoving(!isMoving)}>
              {isMoving ? CODES_TEXT.pause : CODES_TEXT.resume}
            </Button>
          </p>
          <CodeChoices settings={settings} remember={remember} />
        </>
      )}
    </div>
  );
}
