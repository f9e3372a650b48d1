import { decodeQR } from 'qr/decode.js';
import { AppError } from '#protocol/error.ts';
import { type FrameReader, createFrameReader } from '#protocol/offline/frames.ts';
import type { FrameProgress } from '#protocol/offline/ur.ts';

/** How long one picture may be looked at, in ms: less than the pause between two of a camera. */
const LOOK_MS = 25;
/** How long a picture that was chosen may be looked at: nobody waits for the next. */
const STUDY_MS = 1_000;
/** No more pixels than these on a side are looked at. */
const LARGEST = 2_000;

/** How far a scan is, and what the last code was refused for. */
export interface ScanState {
  readonly progress: FrameProgress | null;
  readonly error: AppError | null;
}

/** Reads pictures until the files that they show are whole. */
export interface Scan {
  /** Looks at a picture as it is now. @returns whether a code was found in it */
  look(
    picture: CanvasImageSource,
    size: { readonly width: number; readonly height: number },
    isStill?: boolean,
  ): boolean;
  readonly isComplete: boolean;
  /** Forgets what was read. */
  reset(): void;
}

/** @param onState called when a code was read or refused  @param onFiles called once, with the whole files */
export function createScan(
  onState: (state: ScanState) => void,
  onFiles: (files: readonly Uint8Array[]) => void,
): Scan {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let reader: FrameReader = createFrameReader();

  const refuse = (error: unknown): void => {
    if (!(error instanceof AppError)) throw error;
    onState({ progress: reader.progress, error });
  };
  const finish = (): void => {
    const whole = reader;
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
    look(picture, { width, height }, isStill = false) {
      if (context === null || reader.isComplete || width === 0 || height === 0) return false;
      const scale = Math.min(1, LARGEST / Math.max(width, height));
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const text = textIn(
        context.getImageData(0, 0, canvas.width, canvas.height),
        isStill ? STUDY_MS : LOOK_MS,
      );
      if (text === null) return false;
      try {
        reader.take(text);
        onState({ progress: reader.progress, error: null });
        if (reader.isComplete) finish();
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

/** Looks at a video's pictures as they are shown, until the function that this gives is called or the scan is complete. */
export function watchVideo(video: HTMLVideoElement, scan: Scan): () => void {
  let handle = 0;
  const next = (): void => {
    handle = video.requestVideoFrameCallback(() => {
      scan.look(video, { width: video.videoWidth, height: video.videoHeight });
      if (!scan.isComplete) next();
    });
  };
  next();
  return () => video.cancelVideoFrameCallback(handle);
}
