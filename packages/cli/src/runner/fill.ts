import type { Profile } from './profiles.ts'

/** The names that a command line may have in braces. */
const blanks = ['promptFile', 'prompt', 'mcpUrl', 'mcpConfig', 'settings', 'summaryFile', 'card', 'session', 'directory'] as const
export type Blanks = Record<(typeof blanks)[number], string>

export function fill(text: string, values: Blanks): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (isBlank(name) ? values[name] : whole))
}

const isBlank = (name: string): name is keyof Blanks => (blanks as readonly string[]).includes(name)

/** Settings with their placeholders filled in, as JSON. */
export function fillSettings(settings: object, values: Blanks): string {
  return JSON.stringify(settings, (_key, value: unknown) => (typeof value === 'string' ? fill(value, values) : value), 2)
}

/** For agents that read a file of MCP servers. Contains no token: the agent takes that from the environment. */
export const mcpConfig = (url: string): string =>
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the agent fills this in.
  JSON.stringify({ mcpServers: { tandem: { type: 'http', url, headers: { Authorization: 'Bearer ${TANDEM_TOKEN}' } } } }, null, 2)

/** The command of a profile, followed by the words after `--`, or those alone. */
export function commandLine(profile: Profile | undefined, typed: readonly string[]): string[] {
  return [...(profile?.command ?? []), ...typed]
}
