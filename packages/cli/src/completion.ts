import { commonOptions, flagsOf, wordsOf } from './build.ts'
import type { CommandSpec } from './spec.ts'

/** The possible completions, by the words before: `` → first words, `card` → second words, `card move` → options and choices. */
type Node = {
  words: { word: string; about: string }[]
  options: { flag: string; about: string; choices: readonly string[]; takesValue: boolean }[]
}

function nodesOf(commands: readonly CommandSpec[], groups: Readonly<Record<string, string>>): Map<string, Node> {
  const nodes = new Map<string, Node>([['', { words: [{ word: 'help', about: 'help for a command' }], options: [] }]])
  const node = (path: string): Node => nodes.get(path) ?? (nodes.set(path, { words: [], options: [] }).get(path) as Node)
  for (const spec of commands) {
    const { group, name } = wordsOf(spec)
    if (group !== null && !nodes.has(group)) node('').words.push({ word: group, about: groups[group] ?? '' })
    node(group ?? '').words.push({ word: name, about: spec.about })
    const own = node(group === null ? name : `${group} ${name}`)
    own.options.push(...optionsOf(spec.options), ...optionsOf(commonOptions))
    own.words.push(...(spec.operands ?? []).map((word) => ({ word, about: '' })))
  }
  return nodes
}

const optionsOf = (options: CommandSpec['options']): Node['options'] =>
  Object.entries(options).map(([key, option]) => ({
    flag: flagsOf(key, option).split(' ')[0] ?? '',
    about: option.about,
    choices: option.choices ?? [],
    takesValue: option.hint !== null,
  }))

export const shells = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** The script that a shell reads once to complete `tandem`. Never throws. */
export function completionFor(
  shell: keyof typeof shells,
  commands: readonly CommandSpec[],
  groups: Readonly<Record<string, string>>,
): string {
  return shells[shell](nodesOf(commands, groups))
}

function bashScript(nodes: Map<string, Node>): string {
  const words = [...nodes].map(
    ([path, { words, options }]) =>
      `    '${path}') echo '${[...words.map(({ word }) => word), ...options.map(({ flag }) => flag)].join(' ')}' ;;`,
  )
  const choices = choicesOf(nodes).map(([path, flag, values]) => `    '${path} ${flag}') echo '${values.join(' ')}' ;;`)
  return `# tandem completion bash
_tandem_words() {
  case "$1" in
${words.join('\n')}
  esac
}
_tandem_choices() {
  case "$1" in
${choices.join('\n')}
  esac
}
_tandem() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    [ -n "$(_tandem_words "\${path:+$path }$word")" ] && path="\${path:+$path }$word"
  done
  local choices="$(_tandem_choices "$path $before")"
  COMPREPLY=($(compgen -W "\${choices:-$(_tandem_words "$path")}" -- "$current"))
}
complete -o default -F _tandem tandem
`
}

function zshScript(nodes: Map<string, Node>): string {
  const cases = [...nodes].map(([path, { words, options }]) => {
    const shown = [...words.map(({ word, about }) => [word, about]), ...options.map(({ flag, about }) => [flag, about])]
    return `    '${path}') candidates=(${shown.map(([word = '', about = '']) => quoted(`${word}:${about.replaceAll(':', '\\:')}`)).join(' ')}) ;;`
  })
  const choices = choicesOf(nodes).map(([path, flag, values]) => `    '${path} ${flag}') choices=(${values.join(' ')}) ;;`)
  return `#compdef tandem
# tandem completion zsh
_tandem_candidates() {
  candidates=()
  case "$1" in
${cases.join('\n')}
  esac
}
_tandem() {
  local at='' word
  local -a candidates choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] && continue
    _tandem_candidates "\${at:+$at }$word"
    (( \${#candidates} )) && at="\${at:+$at }$word"
  done
  case "$at \${words[CURRENT-1]}" in
${choices.join('\n')}
  esac
  if (( \${#choices} )); then compadd -- "\${choices[@]}"; return; fi
  _tandem_candidates "$at"
  _describe tandem candidates || _files
}
# From a folder of fpath this file is the function itself, when it is called first.
if [[ "$funcstack[1]" == _tandem ]]; then _tandem "$@"; else compdef _tandem tandem; fi
`
}

function fishScript(nodes: Map<string, Node>): string {
  const lines = [...nodes].flatMap(([path, { words, options }]) => {
    const when = `"__tandem_at ${quoted(path)}"`
    return [
      ...words.map(({ word, about }) => `complete -c tandem -n ${when} -f -a ${word} -d ${quoted(about)}`),
      ...options.map(({ flag, about, choices, takesValue }) =>
        [
          `complete -c tandem -n ${when} -l ${flag.slice(2)} -d ${quoted(about)}`,
          takesValue ? ' -r' : '',
          choices.length > 0 ? ` -f -a ${quoted(choices.join(' '))}` : '',
        ].join(''),
      ),
    ]
  })
  return `# tandem completion fish
set -g __tandem_paths ${[...nodes.keys()].filter(Boolean).map(quoted).join(' ')}
function __tandem_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    contains -- $next $__tandem_paths; and set at $next
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}

const choicesOf = (nodes: Map<string, Node>): [path: string, flag: string, choices: readonly string[]][] =>
  [...nodes].flatMap(([path, { options }]) =>
    options.flatMap(({ flag, choices }): [string, string, readonly string[]][] => (choices.length > 0 ? [[path, flag, choices]] : [])),
  )

/** For any of these shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", '’')}'`
