// The command `completion`: prints a script that completes commands, flags and their values in a shell. It is made from the
// commands themselves.

import { type Command, Option } from 'commander'

/** Adds `completion` to the program. `load` returns all commands. */
export function addCompletion(program: Command, load: () => Promise<readonly Command[]>): void {
  program
    .command('completion')
    .description('print what completes commands in a shell')
    .argument('<shell>', `one of ${Object.keys(scripts).join(', ')}`)
    .addHelpText('after', installation)
    .action(async (shell: string) => {
      const script = Object.entries(scripts).find(([name]) => name === shell)?.[1]
      if (script === undefined)
        program.error(`error: Unknown shell '${shell}'.\n(Use ${Object.keys(scripts).join(', ')}.)`)
      else process.stdout.write(`${script(await load())}\n`)
    })
}

const installation = `
bash:  eval "$(paytwin completion bash)"                                in ~/.bashrc
zsh:   eval "$(paytwin completion zsh)"                                 in ~/.zshrc, after compinit
fish:  paytwin completion fish > ~/.config/fish/completions/paytwin.fish

They complete the name "paytwin", so it must be on the PATH: npx has no completion.`

const help = new Option('-h, --help', 'Print help.')
const flagsOf = (command: Command) => [...command.options, help]
const longOf = ({ long }: Option) => String(long)
const takesValue = ({ required }: Option) => required
const namesOf = (commands: readonly Command[]) => commands.map((command) => command.name()).join(' ')

/** The script of each shell. */
const scripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: (commands) => `_paytwin() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  case "$COMP_CWORD:\${COMP_WORDS[1]}:$before" in
    1:*) words="${namesOf(commands)}" ;;
${commands
  .flatMap((command) =>
    command.options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map(
        (option) => `    *:${command.name()}:${longOf(option)}) words="${option.argChoices?.join(' ')}" ;;`,
      ),
  )
  .join('\n')}
${commands.map((command) => `    *:${command.name()}:*) [[ $word == -* ]] && words="${flagsOf(command).map(longOf).join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _paytwin paytwin`,

  zsh: (commands) => `#compdef paytwin
_paytwin() {
  local -a commands=(${commands.map((command) => quoted(`${command.name()}:${command.description()}`)).join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${commands
  .map((command) => {
    const flags = flagsOf(command).map((option) => {
      const value = option.argChoices === undefined ? '_files' : `(${option.argChoices.join(' ')})`
      const text = option.description.replace(/[[\]:\\]/g, '\\$&')
      return quoted(`${longOf(option)}[${text}]${takesValue(option) ? `:value:${value}` : ''}`)
    })
    return `    ${command.name()}) _arguments ${flags.join(' ')} '*:file:_files' ;;`
  })
  .join('\n')}
  esac
}
compdef _paytwin paytwin`,

  fish: (commands) =>
    commands
      .flatMap((command) => [
        `complete -c paytwin -n __fish_use_subcommand -a ${command.name()} -d ${quoted(command.description())}`,
        ...flagsOf(command).map((option) => {
          const value = option.argChoices === undefined ? '-r' : `-xa ${quoted(option.argChoices.join(' '))}`
          return `complete -c paytwin -n ${quoted(`__fish_seen_subcommand_from ${command.name()}`)} -l ${longOf(option).slice(2)} -d ${quoted(option.description)}${takesValue(option) ? ` ${value}` : ''}`
        }),
      ])
      .join('\n'),
}

/** A text as one word of each of these shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`
}
