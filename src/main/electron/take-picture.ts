import type { WebContents } from 'electron';

/** A page that does not draw is not waited for. */
const LONGEST_MS = 400;
const QUALITY = 70;

/** What a page shows now, as a data URL of a JPEG; null where it cannot be had soon. */
export async function takePicture(contents: Pick<WebContents, 'capturePage'>): Promise<string | null> {
  const late = new Promise<null>((resolve) => void setTimeout(resolve, LONGEST_MS, null));
  try {
    const picture = await Promise.race([contents.capturePage(), late]);
    if (picture === null || picture.isEmpty()) return null;
    return `data:image/jpeg;base64,${picture.toJPEG(QUALITY).toString('base64')}`;
  } catch {
    // The page may be going.
    return null;
  }
}
