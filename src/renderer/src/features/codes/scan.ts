import { decodeQR } from 'qr/decode.js';
import { AppError } from '#protocol/error.ts';
import { type FrameReader, createFrameReader } from '#protocol/offline/frames.ts';
import type { FrameProgress } from '#protocol/offline/ur.ts';
import { decodePicture } from './picture-size.ts';

/** How long one picture may be looked at, in ms: less than the pause between two of a camera. */
const LOOK_MS = 25;
/** How long a picture of a video may be looked at: it stands still meanwhile, and the window must answer. */
const FILM_MS = 200;
/** How long a picture that was chosen may be looked at, and one of a video in its last turn: nobody waits for the next. */
export const STUDY_MS = 1_000;
/** The paces at which a video is played again, and again where that told nothing new: a busy machine shows more of a slow one. */
const [SLOW, SLOWEST] = [0.5, 0.25];
/** No more pixels than these on a side are looked at. */
const LARGEST = 2_000;

/** How far a scan is, and what the last code was refused for. */
export interface ScanState {
  readonly progress: FrameProgress | null;
  readonly error: AppError | null;
}

/** Reads pictures until the files that they show are whole. */
export interface Scan {
  /** Looks at a picture as it is now, for so long at most (a camera's by default). @returns whether a code was found in it */
  look(
    picture: CanvasImageSource,
    size: { readonly width: number; readonly height: number },
    limitMs?: number,
  ): boolean;
  readonly isComplete: boolean;
  /** How many parts are known. */
  readonly known: number;
  /** Forgets what was read. */
  reset(): void;
}

/** @param onState called when a code was read or refused  @param onFiles called once, with the whole files */
export function createScan(
  onState: (state: ScanState) => void,
  onFiles: (files: readonly Uint8Array[]) => void,
): Scan {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  let reader: FrameReader = createFrameReader();

  const refuse = (error: unknown): void => {
    if (!(error instanceof AppError)) throw error;
    onState({ progress: reader.progress, error });
  };
  const finish = (whole: FrameReader): void => {
    if (!whole.isComplete) return;
    whole.files().then(
      (files) => {
        if (reader === whole) onFiles(files);
      },
      (error: unknown) => {
        if (reader !== whole) return;
        reader = createFrameReader();
        refuse(error);
      },
    );
  };

  return {
    get isComplete() {
      return reader.isComplete;
    },
    get known() {
      return reader.progress?.known ?? 0;
    },
    look(picture, size, limitMs = LOOK_MS) {
      if (context === null || reader.isComplete || size.width === 0 || size.height === 0) return false;
      const text = textIn(drawn(context, picture, size), limitMs);
      if (text === null) return false;
      try {
        reader.take(text);
        onState({ progress: reader.progress, error: null });
        finish(reader);
      } catch (error) {
        refuse(error);
      }
      return true;
    },
    reset() {
      reader = createFrameReader();
      onState({ progress: null, error: null });
    },
  };
}

/** What the code in a picture says; null where there is none that can be read. */
function textIn(image: ImageData, timeLimit: number): string | null {
  try {
    return decodeQR(image, { format: 'RGBA', timeLimit });
  } catch {
    // No code, a blurred one, or half of one: the next picture may show it.
    return null;
  }
}

/** What the code in a picture that was chosen says; why not: as `decodePicture`, or `empty` where it shows none. */
export async function codeIn(
  file: Blob,
): Promise<{ readonly text: string } | 'huge' | 'unreadable' | 'empty'> {
  const picture = await decodePicture(file);
  if (typeof picture === 'string') return picture;
  try {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (context === null) return 'unreadable';
    const text = textIn(drawn(context, picture, picture), STUDY_MS);
    return text === null ? 'empty' : { text };
  } finally {
    picture.close();
  }
}

/** A picture's pixels, no more of them than are looked at. */
function drawn(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
): ImageData {
  const { canvas } = context;
  const scale = Math.min(1, LARGEST / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Looks at a camera's pictures as they are shown, until the function that this gives is called or the scan is complete. */
export const watchCamera = (video: HTMLVideoElement, scan: Scan): (() => void) =>
  eachPicture(video, () => {
    scan.look(video, sizeOf(video));
    return !scan.isComplete;
  });

/** Looks at a camera's pictures until one shows a code, or the function that this gives is called. @param onText gets what it says, once */
export function watchText(video: HTMLVideoElement, onText: (text: string) => void): () => void {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return eachPicture(video, () => {
    const size = sizeOf(video);
    const text = context === null || size.width === 0 ? null : textIn(drawn(context, video, size), LOOK_MS);
    if (text === null) return true;
    onText(text);
    return false;
  });
}

/**
 * Plays a recorded video until the scan is complete. It stands still while a picture is looked at, so that a slow machine
 * misses none of the next, and plays again at half the pace as long as a turn told something new, once more at a quarter.
 * A video that showed no code at all isn't played a third time.
 * @param onRest called when the video told all that it has, and parts are missing
 * @returns what stops it
 */
export function playVideo(video: HTMLVideoElement, scan: Scan, onRest: () => void): () => void {
  const isLastTurn = (): boolean => video.playbackRate <= (scan.known === 0 ? SLOW : SLOWEST);
  const play = (): void => void video.play().catch(() => undefined);
  let known = scan.known;
  let isStopped = false;
  const stopLooking = eachPicture(video, () => {
    video.pause();
    scan.look(video, sizeOf(video), isLastTurn() ? STUDY_MS : FILM_MS);
    if (scan.isComplete) return false;
    if (!video.ended) play();
    return true;
  });
  const onEnd = (): void => {
    if (isStopped || scan.isComplete) return;
    const isNew = scan.known !== known;
    known = scan.known;
    const pace = video.playbackRate;
    if (!isNew && isLastTurn()) {
      onRest();
      return;
    }
    video.playbackRate = isNew || pace === 1 ? Math.min(pace, SLOW) : SLOWEST;
    play();
  };
  video.addEventListener('ended', onEnd);
  video.playbackRate = 1;
  play();
  return () => {
    isStopped = true;
    stopLooking();
    video.removeEventListener('ended', onEnd);
    video.playbackRate = 1;
  };
}

const sizeOf = ({ videoWidth, videoHeight }: HTMLVideoElement): { width: number; height: number } => ({
  width: videoWidth,
  height: videoHeight,
});

/** Calls that for each picture that is shown, as long as it says so. @returns what ends it */
function eachPicture(video: HTMLVideoElement, look: () => boolean): () => void {
  let handle = 0;
  const next = (): void => {
    handle = video.requestVideoFrameCallback(() => {
      if (look()) next();
    });
  };
  next();
  return () => video.cancelVideoFrameCallback(handle);
}
