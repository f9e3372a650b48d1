import { describe, expect, it } from 'vitest';
import { type Scan, playVideo } from '#renderer/features/codes/scan.ts';

/**
 * A video of which each turn shows one picture. It is a fake, because no test beside a whole window plays one: it is shown,
 * ended and shown again by hand.
 */
class FakeVideo extends EventTarget {
  playbackRate = 1;
  ended = false;
  videoWidth = 480;
  videoHeight = 480;
  private shown: (() => void) | null = null;
  requestVideoFrameCallback(shown: () => void): number {
    this.shown = shown;
    return 1;
  }
  cancelVideoFrameCallback(): void {
    this.shown = null;
  }
  pause(): void {
    // It stands still by itself.
  }
  play(): Promise<void> {
    this.ended = false;
    return Promise.resolve();
  }
  /** Plays it to its end. @returns at what pace */
  turn(): number {
    const pace = this.playbackRate;
    const { shown } = this;
    this.shown = null;
    shown?.();
    this.ended = true;
    this.dispatchEvent(new Event('ended'));
    return pace;
  }
}

/** The paces at which a video is played whose turns tell that many parts, until it is told that parts are missing. */
function pacesOf(parts: readonly number[]): { paces: number[]; limits: number[] } {
  const video = new FakeVideo();
  const limits: number[] = [];
  let known = 0;
  const scan: Scan = {
    isComplete: false,
    get known() {
      return known;
    },
    look(_picture, _size, limitMs = 0) {
      known += parts[limits.length] ?? 0;
      limits.push(limitMs);
      return true;
    },
    reset() {
      known = 0;
    },
  };
  const rests: number[] = [];
  const paces: number[] = [];
  playVideo(video as unknown as HTMLVideoElement, scan, () => rests.push(paces.length));
  while (rests.length === 0 && paces.length < 20) paces.push(video.turn());
  return { paces, limits };
}

describe('a video of codes', () => {
  it('is played again, slower, as long as that tells something new', () => {
    expect(pacesOf([8, 3, 1, 0, 0]).paces).toEqual([1, 0.5, 0.5, 0.5, 0.25]);
    expect(pacesOf([8, 0, 1, 0]).paces).toEqual([1, 0.5, 0.25, 0.25]);
    expect(pacesOf([8]).paces).toEqual([1, 0.5, 0.25]);
  });

  it('gets a second for each picture in its last turn, and answers the window sooner before', () => {
    expect(pacesOf([8]).limits).toEqual([200, 200, 1_000]);
  });

  it('is given up after two turns that show no code', () => {
    expect(pacesOf([])).toEqual({ paces: [1, 0.5], limits: [200, 1_000] });
    expect(pacesOf([0, 4]).paces).toEqual([1, 0.5, 0.5, 0.25]);
  });
});
