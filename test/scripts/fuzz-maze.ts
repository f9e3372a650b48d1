/** A target with a fault behind four bytes, each of which opens the next block. */
export function hidden(input: Uint8Array): void {
  if (input[0] !== 0x6b) return;
  if (input[1] !== 0x65) return;
  if (input[2] !== 0x79) return;
  if (input[3] === 0x21) throw new Error('the fault');
}
