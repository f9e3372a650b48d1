import { Copy, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ExportFormat, ExportItem } from '#preload/contract/exports.ts';
import { useTask } from '../../bridge/use-task.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/progress.tsx';
import { Refusal } from '../../ui/notes.tsx';
import styles from './export.module.css';
import { EXPORT_TEXT } from './text.ts';

const TEXT = EXPORT_TEXT.view;

const MASK = '•'.repeat(32);
/** A press that lasts this long was a hold: letting go hides again. */
const HOLD_MS = 500;

/** How long the window may take to get the focus back from the approval surface. */
const BACK_MS = 3_000;

/** Whether the window has the focus, and is in sight, now or in a moment. */
function isBackSoon(): Promise<boolean> {
  const isBack = (): boolean => document.hasFocus() && !document.hidden;
  if (isBack()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (): void => {
      window.clearTimeout(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      resolve(isBack());
    };
    const look = (): void => {
      if (isBack()) end();
    };
    const timer = window.setTimeout(end, BACK_MS);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
  });
}

interface SecretViewProps {
  readonly exportId: string;
  readonly index: number;
  readonly item: ExportItem;
  readonly format: ExportFormat;
}

/**
 * The one place that shows a plaintext: behind a mask of one length, for a hold or until the time is over, and hidden as
 * soon as the window is left. It is in this component alone, and gone with it.
 */
export function SecretView({ exportId, index, item, format }: SecretViewProps): ReactNode {
  const [shown, setShown] = useState<{ text: string; hidesAtMs: number } | null>(null);
  const [clearsAtMs, setClearsAtMs] = useState<number | null>(null);
  // A press that ended, or a window that was left, before the answer came: then nothing is shown.
  const wanted = useRef(false);
  const pressedAtMs = useRef(0);
  const hide = useCallback(() => {
    wanted.current = false;
    setShown(null);
  }, []);
  // While the approval surface asks who presses, it has the focus: that is no leaving of the window.
  const isAsking = useRef(false);
  const { run: reveal, error } = useTask(async () => {
    isAsking.current = true;
    try {
      const answer = await getConsole().exports.reveal({ id: exportId, item: index, format });
      if (!(await isBackSoon())) hide();
      if (wanted.current) setShown(answer);
    } finally {
      isAsking.current = false;
    }
  });
  const copying = useTask(async () => {
    const answer = await getConsole().exports.copy({ id: exportId, item: index, format });
    setClearsAtMs(answer.clearsAtMs);
  });
  useEffect(() => {
    const blur = (): void => {
      if (!isAsking.current) hide();
    };
    const leave = (): void => {
      if (document.hidden) blur();
    };
    window.addEventListener('blur', blur);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('blur', blur);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [hide]);
  const start = (): void => {
    pressedAtMs.current = Date.now();
    if (isAsking.current) return;
    if (shown) {
      hide();
      return;
    }
    wanted.current = true;
    void reveal();
  };
  const release = (): void => {
    // The surface took the pointer's release, or it comes late: the press asked for it.
    if (!isAsking.current && Date.now() - pressedAtMs.current >= HOLD_MS) hide();
  };
  return (
    <div className={styles['secret']}>
      <div className={styles['label']}>
        <b>
          {item.kind === 'key' ? TEXT.privateKey : item.kind === 'words' ? TEXT.recoveryPhrase : item.name}
        </b>{' '}
        {item.size}
      </div>
      <div className={styles['box']}>
        {shown === null ? (
          <span className={styles['mask']} aria-label={TEXT.hidden}>
            {MASK}
          </span>
        ) : (
          <Plaintext text={shown.text} isWords={format === 'MNEMONIC'} />
        )}
        <div className={styles['tools']}>
          <Button small icon={shown ? EyeOff : Eye} onPressStart={start} onPressEnd={release}>
            {shown ? TEXT.hide : TEXT.show}
          </Button>
          <Button small icon={Copy} onPress={() => void copying.run()}>
            {TEXT.copy}
          </Button>
        </div>
      </div>
      <div className={styles['times']}>
        {shown && (
          <span>
            {TEXT.hidesIn} <Countdown untilMs={shown.hidesAtMs} onEnd={hide} />
          </span>
        )}
        {clearsAtMs !== null && (
          <span>
            {TEXT.clearsIn} <Countdown key={clearsAtMs} untilMs={clearsAtMs} />
          </span>
        )}
      </div>
      <Refusal error={error ?? copying.error} />
    </div>
  );
}

function Plaintext({ text, isWords }: { text: string; isWords: boolean }): ReactNode {
  if (!isWords) return <code className={styles['plaintext']}>{text}</code>;
  const [words = '', passphrase] = text.split('\n');
  return (
    <div className={styles['plaintext']}>
      <ol className={styles['words']} aria-label={TEXT.recoveryPhrase}>
        {words.split(/\s+/).map((word, index) => (
          <li key={index}>{word}</li>
        ))}
      </ol>
      {passphrase !== undefined && passphrase !== '' && <p>{TEXT.passphrase(passphrase)}</p>}
    </div>
  );
}
