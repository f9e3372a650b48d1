import { Camera, CameraOff, FileImage } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { type Refused, Refusal } from '../../ui/notes.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { asRefused, openCamera, refusedFor, stopCamera } from './camera.ts';
import styles from './codes.module.css';
import { decodePicture } from './picture-size.ts';
import { STUDY_MS, type Scan, type ScanState, createScan, playVideo, watchCamera } from './scan.ts';
import { useCodeSettings } from './settings.ts';
import { CODES_TEXT } from './text.ts';

const TEXT = CODES_TEXT.scan;
const LINES = [480, 720, 1080] as const;
/** Reads files from QR codes, by a camera, or out of a picture or a video. */
export function CodeScanner({ onFiles }: { onFiles: (files: readonly Uint8Array[]) => void }): ReactNode {
  const [settings, remember] = useCodeSettings();
  const [state, setState] = useState<ScanState>({ progress: null, error: null });
  const [refused, setRefused] = useState<Refused | null>(null);
  const [names, setNames] = useState<readonly string[]>([]);
  const [isOn, setIsOn] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const ending = useRef<() => void>(() => undefined);
  const scan = useRef<Scan | null>(null);
  const taken = useRef(onFiles);
  useEffect(() => {
    taken.current = onFiles;
  }, [onFiles]);

  const end = useCallback(() => {
    ending.current();
    ending.current = () => undefined;
    setIsOn(false);
  }, []);
  // The camera goes with the screen, with the lock, and when an approval is shown.
  useEffect(() => {
    const unfollow = getConsole().camera.closed(end);
    return () => {
      unfollow();
      end();
    };
  }, [end]);

  const currentScan = (): Scan => {
    scan.current ??= createScan(setState, (files) => {
      end();
      scan.current?.reset();
      taken.current(files);
    });
    return scan.current;
  };

  const start = async (chosen: Partial<typeof settings> = {}): Promise<void> => {
    end();
    setRefused(null);
    let isEnded = false;
    let stream: MediaStream | null = null;
    ending.current = () => {
      isEnded = true;
      if (stream !== null) stopCamera(stream);
      getConsole()
        .camera.close()
        .catch(() => undefined);
    };
    const own = ending.current;
    const isOver = (): boolean => isEnded;
    try {
      const { camera, lines } = { ...settings, ...chosen };
      const opened = await openCamera(camera, lines);
      stream = opened.stream;
      const shown = video.current;
      if (isOver() || shown === null) {
        stopCamera(stream);
        return;
      }
      setNames(opened.names);
      shown.srcObject = stream;
      await shown.play();
      // Closed while it began.
      if (isOver()) {
        shown.srcObject = null;
        return;
      }
      const unwatch = watchCamera(shown, currentScan());
      ending.current = () => {
        unwatch();
        shown.srcObject = null;
        own();
      };
      setIsOn(true);
    } catch (thrown) {
      if (isOver()) return;
      own();
      setRefused(asRefused(thrown));
    }
  };

  const read = async (file: File): Promise<void> => {
    end();
    setRefused(null);
    if (file.type.startsWith('video/')) readVideo(file);
    else await readPicture(file);
  };
  const readPicture = async (file: File): Promise<void> => {
    const picture = await decodePicture(file);
    if (typeof picture === 'string') setRefused(refusedFor(picture));
    else if (!currentScan().look(picture, picture, STUDY_MS)) setRefused(refusedFor('empty'));
    if (typeof picture !== 'string') picture.close();
  };
  const readVideo = (file: File): void => {
    const shown = video.current;
    if (shown === null) return;
    const url = URL.createObjectURL(file);
    const onError = (): void => {
      end();
      setRefused(refusedFor('unreadable'));
    };
    shown.src = url;
    shown.addEventListener('error', onError);
    const unplay = playVideo(shown, currentScan(), () => {
      end();
      setRefused(refusedFor('rest'));
    });
    ending.current = () => {
      unplay();
      shown.removeEventListener('error', onError);
      shown.removeAttribute('src');
      shown.load();
      URL.revokeObjectURL(url);
    };
    setIsOn(true);
  };

  const { progress, error } = state;
  const chosen = names.includes(settings.camera) ? settings.camera : (names[0] ?? null);
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <CardSection className={styles['scan']}>
        <video
          ref={video}
          className={classNames(styles['video'], !isOn && styles['hidden'])}
          aria-label={TEXT.preview}
          muted
          playsInline
        />
        {!isOn && <p>{TEXT.idle}</p>}
        <div className={styles['row']}>
          {isOn ? (
            <Button icon={CameraOff} onPress={end}>
              {TEXT.stop}
            </Button>
          ) : (
            <Button icon={Camera} onPress={() => void start()}>
              {TEXT.camera}
            </Button>
          )}
          <FileTrigger
            acceptedFileTypes={['image/*', 'video/*']}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file !== undefined) void read(file);
            }}
          >
            <Button kind="quiet" icon={FileImage}>
              {TEXT.file}
            </Button>
          </FileTrigger>
          {names.length > 1 && (
            <Select
              label={TEXT.which}
              options={names.map((label, index) => ({ id: label, label: label || TEXT.unnamed(index) }))}
              value={chosen}
              onChange={(camera) => {
                remember({ camera });
                if (isOn) void start({ camera });
              }}
            />
          )}
          <Segmented
            label={TEXT.lines}
            options={LINES.map((lines) => ({ id: String(lines), label: `${lines}p` }))}
            value={String(settings.lines)}
            onChange={(id) => {
              const lines = LINES.find((known) => String(known) === id) ?? 720;
              remember({ lines });
              if (isOn && names.length > 0) void start({ lines });
            }}
          />
        </div>
        {progress !== null && (
          <>
            <p className={styles['said']} role="status">
              <strong>{CODES_TEXT.parts(progress.known, progress.count)}</strong>
            </p>
            <Progress label={TEXT.progress} value={progress.known} max={progress.count} />
            <Button small kind="quiet" onPress={() => scan.current?.reset()}>
              {TEXT.over}
            </Button>
          </>
        )}
        <Refusal error={refused ?? error} />
      </CardSection>
    </Card>
  );
}
