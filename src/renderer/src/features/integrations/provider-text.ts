/** A provider as people call it, out of its constant: `OAUTH2_PROVIDER_DISCORD` is "Discord". */
export function providerWords(constant: string): string {
  const name = constant.replace(/^.*_PROVIDER_/, '').toLowerCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
