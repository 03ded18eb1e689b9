// The commands of the program. Each is implemented in its module, and added here with one line.

import { Command } from 'commander'

/** A command of the program. */
interface CliCommand {
  /** One sentence for the list of commands. */
  summary: string
  /** Loads the module of the command and returns the function that adds it to the program. */
  load: () => Promise<(program: Command) => void>
}

/** Every command by its name. Only the one that is used is loaded. */
export const commands: ReadonlyMap<string, CliCommand> = new Map(
  Object.entries<CliCommand>({
    serve: {
      summary: 'Serve the simulator on this machine (default command).',
      load: async () => {
        const { addServe } = await import('../simulator/commands/serve.ts')
        return (program) =>
          addServe(program, async (source) =>
            (await import('../scenarios/journal-scenario.ts')).journalScenario(source),
          )
      },
    },
    exec: {
      summary: 'Serve the simulator while a command runs.',
      load: async () => (await import('../simulator/commands/exec.ts')).addExec,
    },
    encrypt: {
      summary: 'Encrypt the payload of a request.',
      load: async () => (await import('../simulator/commands/encryption.ts')).addEncrypt,
    },
    world: {
      summary: 'Print the default world as JSON.',
      load: async () => (await import('../simulator/commands/world.ts')).addWorld,
    },
    export: {
      summary: 'Write the state of a sandbox to a file.',
      load: async () => (await import('../simulator/commands/snapshot-files.ts')).addExport,
    },
    import: {
      summary: 'Create a sandbox with the state in a file.',
      load: async () => (await import('../simulator/commands/snapshot-files.ts')).addImport,
    },
    ...remoteCommands({
      pay: 'Pay an order of a running simulator.',
      advance: 'Advance the clock of a running simulator.',
      status: 'Print the clock and the transactions of a running simulator.',
      logs: 'Print the requests and the webhooks of a running simulator.',
      resend: 'Deliver a webhook again.',
      open: 'Open the dashboard of a running simulator.',
      reset: 'Reset the world of a running simulator.',
      control: 'Call an operation of the control API of a running simulator.',
    }),
    openapi: {
      summary: 'Print the OpenAPI document.',
      load: async () => (await import('../simulator/commands/openapi.ts')).addOpenapi,
    },
    verify: {
      summary: 'Check a deployment against the contract.',
      load: async () => {
        const { addVerifyCommand } = await import('../contract-tests/commands/verify-command.ts')
        const scenarios = async () => (await import('../scenarios/failure-scenario.ts')).writeFailureScenario
        return (program) => addVerifyCommand(program, scenarios)
      },
    },
    learn: {
      summary: 'Learn the twin of a deployment.',
      load: async () => (await import('../contract-tests/commands/twin-commands.ts')).addLearn,
    },
    drift: {
      summary: 'Compare a deployment with its twin.',
      load: async () => (await import('../contract-tests/commands/twin-commands.ts')).addDrift,
    },
    replay: {
      summary: 'Replay scenarios and check every response.',
      load: async () => (await import('../scenarios/command.ts')).addReplay,
    },
    lint: {
      summary: 'Check scenario files without running them.',
      load: async () => (await import('../scenarios/command.ts')).addLint,
    },
    record: {
      summary: 'Record what a shop does as a scenario.',
      load: async () => (await import('../scenarios/command.ts')).addRecord,
    },
  }),
)

/** The commands that drive a running simulator, by their summaries. */
function remoteCommands(summaries: Readonly<Record<string, string>>): Record<string, CliCommand> {
  const load = async (name: string) =>
    (await import('../simulator/commands/remote-commands.ts')).addRemoteCommand(name)
  return Object.fromEntries(
    Object.entries(summaries).map(([name, summary]) => [name, { summary, load: () => load(name) }]),
  )
}

/** All commands as the parser of the command line knows them: their flags, arguments and texts. */
export async function loadedCommands(): Promise<readonly Command[]> {
  const program = new Command()
  for (const { load } of commands.values()) (await load())(program)
  return program.commands
}
