/** The configuration that connects an agent's program with Tandem: by a token, or by signing in in a browser. */
export type Snippet = {
  /** The file that it goes into; null for a command in a terminal. */
  file: string | null
  text: string
  /** The step that follows within the program. */
  afterwards?: string
}

export type AgentClient = {
  id: string
  name: string
  byToken: (at: { url: string; token: string }) => Snippet
  byBrowser: (at: { url: string }) => Snippet
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const run = (...lines: string[]): Snippet => ({ file: null, text: lines.join('\n') })
const put = (file: string, value: unknown): Snippet => ({ file, text: json(value) })

/** mcp-remote refuses http without this flag. */
const plainHttp = (url: string): string[] => (/^http:\/\/(localhost|127\.)/.test(url) || url.startsWith('https:') ? [] : ['--allow-http'])

const headerVariable = 'TANDEM_HEADER'
const remote = (url: string, more: object = {}, args: readonly string[] = []) => ({
  mcpServers: { tandem: { command: 'npx', args: ['-y', 'mcp-remote', url, ...args, ...plainHttp(url)], ...more } },
})

export const agentClients: readonly AgentClient[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    byToken: ({ url, token }) => run(`claude mcp add --transport http tandem ${url} --header "Authorization: Bearer ${token}"`),
    byBrowser: ({ url }) => run(`claude mcp add --transport http tandem ${url}`, 'claude mcp login tandem'),
  },
  {
    id: 'codex',
    name: 'Codex',
    // Codex takes the name of a variable, never the token itself.
    byToken: ({ url, token }) =>
      run(`export TANDEM_TOKEN="${token}"`, `codex mcp add tandem --url ${url} --bearer-token-env-var TANDEM_TOKEN`),
    byBrowser: ({ url }) => run(`codex mcp add tandem --url ${url}`, 'codex mcp login tandem'),
  },
  {
    id: 'cursor',
    name: 'Cursor',
    byToken: ({ url, token }) => put('~/.cursor/mcp.json', { mcpServers: { tandem: { url, headers: bearer(token) } } }),
    byBrowser: ({ url }) => put('~/.cursor/mcp.json', { mcpServers: { tandem: { url } } }),
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    // The user's file, not `.vscode/mcp.json`, which is shared with the code.
    byToken: ({ url, token }) => ({
      ...put('mcp.json', { servers: { tandem: { type: 'http', url, headers: bearer(token) } } }),
      afterwards: 'MCP: Open User Configuration',
    }),
    byBrowser: ({ url }) => ({
      ...put('mcp.json', { servers: { tandem: { type: 'http', url } } }),
      afterwards: 'MCP: Open User Configuration',
    }),
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    byToken: ({ url, token }) =>
      run(`gemini mcp add --scope user --transport http --header "Authorization: Bearer ${token}" tandem ${url}`),
    byBrowser: ({ url }) => ({ ...run(`gemini mcp add --scope user --transport http tandem ${url}`), afterwards: '/mcp auth tandem' }),
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    // In the format of OpenCode 2, which 1.18 understands.
    byToken: ({ url, token }) =>
      put('~/.config/opencode/opencode.json', {
        $schema: 'https://opencode.ai/config.json',
        mcp: { servers: { tandem: { type: 'remote', url, headers: bearer(token) } } },
      }),
    byBrowser: ({ url }) => ({
      ...put('~/.config/opencode/opencode.json', {
        $schema: 'https://opencode.ai/config.json',
        mcp: { servers: { tandem: { type: 'remote', url } } },
      }),
      afterwards: 'opencode mcp auth tandem',
    }),
  },
  {
    id: 'mcp-remote',
    name: 'mcp-remote',
    // Some programs split arguments at spaces, so the header's space is in a variable.
    byToken: ({ url, token }) =>
      put('mcp.json', remote(url, { env: { [headerVariable]: `Bearer ${token}` } }, ['--header', `Authorization:\${${headerVariable}}`])),
    byBrowser: ({ url }) => put('mcp.json', remote(url)),
  },
]
