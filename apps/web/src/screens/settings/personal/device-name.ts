/** Browsers say that they are several others too: the first that fits is meant. */
const programs: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS|e)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/\S+.*\bSafari\//],
]
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** What a person would call what sent this User-Agent, as far as it is known. */
export function deviceName(device: string | null): { program: string | null; system: string | null } {
  const find = (table: typeof programs) => table.find(([, sign]) => sign.test(device ?? ''))?.[0] ?? null
  return { program: find(programs), system: find(systems) }
}
