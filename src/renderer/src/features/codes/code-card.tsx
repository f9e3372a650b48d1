import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { encodeQR } from 'qr';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { CodeSettings } from '#preload/contract/files.ts';
import { AppError } from '#protocol/error.ts';
import {
  BEST_BY_FILE,
  DENSITIES,
  type Density,
  FRAME_RATES,
  framesOfFiles,
} from '#protocol/offline/frames.ts';
import { MAX_SCANNED, type UrFrames } from '#protocol/offline/ur.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, type Refused, Refusal } from '../../ui/notes.tsx';
import styles from './codes.module.css';
import { useCodeSettings } from './settings.ts';
import { CODES_TEXT } from './text.ts';

/** White modules around a code, by ISO/IEC 18004. */
const QUIET = 4;
/** The last part has the longest text of all. */
const LONGEST = 0xffff;
/** Above this many the parts are a bar without gaps. */
const SEGMENTS = 40;

/** The dark modules of a code as an SVG path, a module a unit, and how many units it is wide. */
function drawn(text: string, width: number): { readonly path: string; readonly width: number } {
  const version = width === 0 ? {} : { version: (width - 17) / 4 };
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET, ...version });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { path, width: rows.length - 2 * QUIET };
}

/** Whether the operator wants nothing to move by itself. */
export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface CodeCardProps {
  readonly title: string;
  /** Of the file, in bytes: said before the first code. */
  readonly size: number;
  /** Offline files in CBOR; null as long as they are not here. */
  readonly files: readonly Uint8Array[] | null;
  /** More than codes are read to. */
  readonly isTooLarge?: boolean;
  /** Why there are no files. */
  readonly error?: Refused | null;
  /** Below the codes: what the files are called, and where they went. */
  readonly children?: ReactNode;
  /** Buttons before and behind that which pauses: saving as a file, and the end. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** The codes of files, or why there are none. */
function madeOf(
  files: readonly Uint8Array[] | null,
  density: Density,
): { readonly frames: ReturnType<typeof framesOfFiles> | null; readonly error: AppError | null } {
  try {
    return { frames: files === null ? null : framesOfFiles(files, density), error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { frames: null, error };
  }
}

/** Shows files as QR codes, one after the other, until the other console has read them. */
export function CodeCard(props: CodeCardProps): ReactNode {
  const { title, size, files, isTooLarge = false, error = null, children, before, after } = props;
  const [settings, remember] = useCodeSettings();
  const made = useMemo(() => madeOf(files, settings.density), [files, settings.density]);
  const [isMoving, setIsMoving] = useState(() => !prefersStill());
  const [isWanted, setIsWanted] = useState(false);
  const { frames } = made;
  const isShown = frames !== null && (frames.size <= BEST_BY_FILE || isWanted);
  const isSeries = isShown && frames.count > 1;
  return (
    <Card label={title}>
      <CardHeader title={title} end={CODES_TEXT.size(size)} />
      <CardSection className={styles['shown']}>
        <Refusal error={error ?? made.error} />
        {isTooLarge && <Note title={CODES_TEXT.tooLarge.title}>{CODES_TEXT.tooLarge.text(MAX_SCANNED)}</Note>}
        {frames !== null && !isShown && (
          <Note
            tone="warn"
            title={CODES_TEXT.large.title}
            action={
              <Button small onPress={() => setIsWanted(true)}>
                {CODES_TEXT.large.anyway}
              </Button>
            }
          >
            {CODES_TEXT.large.text(frames.size, frames.count / settings.rate)}
          </Note>
        )}
        {isShown && (
          <div>
            {/* A new series of codes begins at its first. */}
            <Codes key={settings.density} frames={frames} settings={settings} isMoving={isMoving} />
            {isSeries && <CodeChoices settings={settings} remember={remember} />}
          </div>
        )}
        {children}
      </CardSection>
      <Below isKnown={files !== null || error !== null || isTooLarge}>
        <CardFooter note={before}>
          {isSeries && (
            <Button icon={isMoving ? Pause : Play} onPress={() => setIsMoving(!isMoving)}>
              {isMoving ? CODES_TEXT.pause : CODES_TEXT.resume}
            </Button>
          )}
          {after}
        </CardFooter>
      </Below>
    </Card>
  );
}

interface CodesProps {
  readonly frames: UrFrames;
  readonly settings: CodeSettings;
  readonly isMoving: boolean;
}

/** A series of codes, and where it is. */
export function Codes({ frames, settings: { rate }, isMoving }: CodesProps): ReactNode {
  const { count } = frames;
  const [number, setNumber] = useState(1);
  const isRunning = isMoving && count > 1;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNumber((shown) => shown + 1), 1000 / rate);
    return () => clearInterval(timer);
  }, [isRunning, rate]);
  const width = useMemo(() => (count === 1 ? 0 : drawn(frames.frame(LONGEST), 0).width), [frames, count]);
  const code = useMemo(() => drawn(frames.frame(number), width), [frames, number, width]);
  const part = ((number - 1) % count) + 1;
  const edge = code.width + 2 * QUIET;
  return (
    <>
      <svg
        className={styles['code']}
        viewBox={`0 0 ${edge} ${edge}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={CODES_TEXT.image(part, count)}
        data-part={number}
      >
        <rect width={edge} height={edge} fill="#fff" />
        <path d={code.path} fill="#000" />
      </svg>
      {count === 1 ? (
        <p className={styles['said']}>{CODES_TEXT.single}</p>
      ) : (
        <>
          <p className={styles['said']}>
            <strong>{CODES_TEXT.parts(part, count)}</strong>
            <span>{CODES_TEXT.round(Math.ceil(number / count), count / rate)}</span>
          </p>
          <Parts part={part} count={count} />
          {!isMoving && (
            <p className={styles['steps']}>
              <Button
                small
                icon={ChevronLeft}
                isDisabled={number === 1}
                onPress={() => setNumber(number - 1)}
              >
                {CODES_TEXT.previous}
              </Button>
              <Button small icon={ChevronRight} onPress={() => setNumber(number + 1)}>
                {CODES_TEXT.next}
              </Button>
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Where the series is; the words above say the same. */
function Parts({ part, count }: { part: number; count: number }): ReactNode {
  if (count > SEGMENTS)
    return (
      <div className={styles['bar']} aria-hidden>
        <span style={{ width: `${(100 * part) / count}%` }} />
      </div>
    );
  return (
    <div className={styles['parts']} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          className={classNames(index < part && styles['done'], index === part - 1 && styles['now'])}
        />
      ))}
    </div>
  );
}

/** How fast codes follow each other, and how much is in each. */
export function CodeChoices({
  settings,
  remember,
}: {
  settings: CodeSettings;
  remember: (chosen: Partial<CodeSettings>) => void;
}): ReactNode {
  return (
    <div className={styles['choices']}>
      <span aria-hidden>{CODES_TEXT.rate.label}</span>
      <Segmented
        label={CODES_TEXT.rate.label}
        options={FRAME_RATES.map((rate) => ({
          id: String(rate),
          label: CODES_TEXT.rate.of(rate, rate === settings.rate),
        }))}
        value={String(settings.rate)}
        onChange={(id) => remember({ rate: FRAME_RATES.find((rate) => String(rate) === id) ?? 5 })}
      />
      <span aria-hidden>{CODES_TEXT.density.label}</span>
      <Segmented
        label={CODES_TEXT.density.label}
        options={DENSITIES.map((density) => ({
          id: String(density),
          label: CODES_TEXT.density.of(density, density === settings.density),
        }))}
        value={String(settings.density)}
        onChange={(id) => remember({ density: DENSITIES.find((density) => String(density) === id) ?? 250 })}
      />
    </div>
  );
}
