import { CameraOff } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type BridgeError, getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { type Refused, Refusal } from '../../ui/notes.tsx';
import { asRefused, openCamera, stopCamera } from '../codes/camera.ts';
import { watchText } from '../codes/scan.ts';
import { useCodeSettings } from '../codes/settings.ts';
import { CODES_TEXT } from '../codes/text.ts';
import styles from './payments.module.css';

interface RecipientCameraProps {
  /** Gets what the first code says that the camera sees; the camera is let go before. */
  readonly onText: (text: string) => void;
  /** The operator stopped it, or it was taken away: by the lock, or by an approval in front. */
  readonly onEnd: () => void;
}

/** Shows what a camera sees until it sees a QR code. */
export function RecipientCamera({ onText, onEnd }: RecipientCameraProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const [{ camera, lines }] = useCodeSettings();
  const [refused, setRefused] = useState<Refused | BridgeError | null>(null);
  const take = useEffectEvent(onText);
  const end = useEffectEvent(onEnd);
  const open = useEffectEvent(() => openCamera(camera, lines));

  useEffect(() => {
    let isOver = false;
    let letGo = (): void => undefined;
    const begin = async (): Promise<void> => {
      const { stream } = await open();
      const shown = video.current;
      letGo = () => stopCamera(stream);
      if (isOver || shown === null) {
        letGo();
        return;
      }
      shown.srcObject = stream;
      const unwatch = watchText(shown, (text) => {
        end();
        take(text);
      });
      letGo = () => {
        unwatch();
        shown.srcObject = null;
        stopCamera(stream);
      };
      await shown.play();
    };
    begin().catch((thrown: unknown) => {
      if (!isOver) setRefused(asRefused(thrown));
    });
    const unfollow = getConsole().camera.closed(() => end());
    return () => {
      isOver = true;
      unfollow();
      letGo();
      getConsole()
        .camera.close()
        .catch(() => undefined);
    };
  }, []);

  return (
    <div className={styles['camera']}>
      {refused === null && <video ref={video} aria-label={CODES_TEXT.scan.preview} muted playsInline />}
      <Button small icon={CameraOff} onPress={onEnd}>
        {CODES_TEXT.scan.stop}
      </Button>
      <Refusal error={refused} />
    </div>
  );
}
