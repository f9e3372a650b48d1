/** A size as people say it: bytes, then kilobytes of a thousand. */
const size = (bytes: number): string => (bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`);
const seconds = (count: number): string =>
  count < 60 ? `${count < 10 ? count.toFixed(1) : Math.round(count)} s` : `${Math.round(count / 60)} min`;

/** The words of QR codes, shown and read. */
export const CODES_TEXT = {
  size,
  image: (part: number, count: number): string => `QR code ${part} of ${count}`,
  parts: (part: number, count: number): string => `${part} of ${count} parts`,
  round: (round: number, secs: number): string => `Round ${round} · one round takes ${seconds(secs)}`,
  single: 'One code holds everything',
  result: { byFile: 'Too long for a QR code. Copy it, or save it as a file.' },
  rate: {
    label: 'Frame rate',
    of: (rate: number, isChosen: boolean): string => (isChosen ? `${rate} per second` : `${rate}`),
  },
  density: {
    label: 'Density',
    of: (bytes: number, isChosen: boolean): string => (isChosen ? `${bytes} bytes` : `${bytes}`),
  },
  pause: 'Pause',
  resume: 'Resume',
  previous: 'Previous code',
  next: 'Next code',
  large: {
    title: 'Carry this over as a file',
    text: (bytes: number, secs: number): string =>
      `It has ${size(bytes)}. As QR codes it takes at least ${seconds(secs)}, and longer where the camera misses some.`,
    anyway: 'Show QR codes',
  },
  tooLarge: {
    title: 'Too large for QR codes',
    text: (limit: number): string => `QR codes carry at most ${size(limit)}. Save it as a file instead.`,
  },
  scan: {
    title: 'Scan QR codes',
    idle: 'Point a camera at the other console’s codes, or choose a picture or a video of them.',
    camera: 'Use camera',
    stop: 'Stop camera',
    file: 'Choose picture or video…',
    which: 'Camera',
    unnamed: (index: number): string => `Camera ${index + 1}`,
    lines: 'Resolution',
    progress: 'Parts read',
    over: 'Start over',
    preview: 'What the camera sees',
    refused: {
      NotAllowedError: [
        'The camera was refused.',
        'Allow cameras for this program in the system’s settings, or use a file.',
      ],
      NotFoundError: ['This computer has no camera.', 'Connect one, or choose a picture or a video.'],
      NotReadableError: ['The camera is used by another program.', 'Close that program, then try again.'],
      other: ['The camera doesn’t answer.', 'Connect it again, or choose another one.'],
      empty: ['No QR code was found in this file.', 'Choose a sharper picture, or a longer video.'],
      huge: ['This picture has too many pixels.', 'Choose one of at most 50 megapixels.'],
      unreadable: ['This isn’t a picture or a video that can be played here.', 'Choose another file.'],
      rest: [
        'The file ended before all parts were read.',
        'Choose another file, or continue with the camera. Parts already read are kept.',
      ],
    },
  },
} as const;
