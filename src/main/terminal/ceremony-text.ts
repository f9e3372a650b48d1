import type { Transcript } from '#protocol/offline/transcript.ts';
import { transcriptLines } from '#protocol/offline/transcript-text.ts';
import type { OperatorTerminal } from './terminal.ts';

/** Prints a transcript. */
export function sayTranscript(terminal: OperatorTerminal, transcript: Transcript): void {
  for (const line of transcriptLines(transcript)) terminal.say(line);
}
