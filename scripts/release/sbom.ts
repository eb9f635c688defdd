import { run } from './shell.ts'

type Component = { name?: string; group?: string; version?: string; purl?: string; licenses?: unknown[] }
type Bill = { bomFormat?: string; specVersion?: string; components?: Component[] }

/** The bill of materials of a folder, as CycloneDX in JSON. Throws if it is invalid, or lacks a component that must be there. */
export function billOf(folder: string, needed: readonly string[]): { text: string; components: number } {
  const text = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'], folder)
  const { bomFormat, specVersion, components = [] }: Bill = JSON.parse(text)
  if (bomFormat !== 'CycloneDX' || !specVersion) throw new Error('npm wrote no bill of CycloneDX')
  const names = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : `${name}`)))
  const missing = needed.filter((name) => !names.has(name))
  if (missing.length > 0) throw new Error(`the bill lacks ${missing.join(', ')}`)
  const nameless = components.filter(({ version, purl }) => !version || !purl)
  if (nameless.length > 0) throw new Error(`the bill names without version or purl: ${nameless.map(({ name }) => name).join(', ')}`)
  return { text, components: components.length }
}
