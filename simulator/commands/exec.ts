// The command `exec`: serves a simulator while another command runs, such as the tests of a shop.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Command } from 'commander'
import { UsageError } from '../../core/errors.ts'
import { usageText } from '../../core/terminal-text.ts'
import { environmentOf, variablesHelp } from './environment-variables.ts'
import { failuresPrinter, type LogForm, logFlag, maxShownFailures, printerOf } from './log-lines.ts'
import { addSimulatorFlags, portFlag, type SimulatorFlags, simulatorOptions } from './simulator-flags.ts'

interface ExecFlags extends SimulatorFlags {
  port: number
  sandbox?: string
  log?: LogForm
}

const exitCodes = `
Exit codes: that of the command. 128 plus the number of the signal that ended it, 127 for a command that does not
exist, 126 for one that cannot be run, and 2 for invalid arguments.`

/** Adds `exec` to the program. */
export function addExec(program: Command): void {
  const command = program
    // Options after the name of the command are its own.
    .enablePositionalOptions()
    .command('exec')
    .description('serve a simulator while a command runs, which finds it in PAYTWIN_* variables')
    .argument('<command...>', 'the command and its arguments')
    .passThroughOptions()
    .optionsGroup('Address:')
    .option(...portFlag, 0)
    .option('--sandbox <name>', 'create this sandbox, and let the variables lead to it')
  addSimulatorFlags(command)
    .optionsGroup('Output:')
    .addOption(
      logFlag(
        `print a line for each request and delivery on stderr; by default for the first ${maxShownFailures} failed deliveries`,
      ),
    )
    .addHelpText('after', `${exitCodes}\n${variablesHelp()}`)
    .action(async ([name = '', ...args]: string[], flags: ExecFlags) => {
      process.exitCode = await exec(name, args, flags)
    })
}

/** Runs a command while a simulator is served. Returns the exit code. */
async function exec(
  name: string,
  args: readonly string[],
  { port, sandbox, log, ...flags }: ExecFlags,
): Promise<number> {
  const options = await simulatorOptions(flags)
  const [{ Simulator }, { listen }, { credentialsOf }] = await Promise.all([
    import('../simulator.ts'),
    import('../server/listening.ts'),
    import('../control/handlers/accounts.ts'),
  ])
  const { simulator, controlToken, close } = await listen(
    {
      host: '127.0.0.1',
      port,
      controlToken: process.env.PAYTWIN_CONTROL_TOKEN || undefined,
      log: log === undefined ? failuresPrinter(process.stderr) : printerOf(log, process.stderr),
    },
    (publicUrl) => new Simulator({ ...options, publicUrl }),
  )
  try {
    const { world } =
      sandbox === undefined ? simulator.defaultSandbox : await simulator.sandboxes.put(sandbox, {})
    const given = { ...credentialsOf(world), url: world.options.publicUrl, controlToken }
    return await run(name, args, { ...process.env, ...environmentOf(given) })
  } finally {
    simulator.close()
    await close()
  }
}

/** Runs a command on this terminal. Returns its exit code in the form of a shell. */
function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    // In its own group, so that the processes that it leaves end with it: but only a group of the terminal can read from it.
    const hasGroup = process.platform !== 'win32' && !process.stdin.isTTY
    const child = spawn(name, args, { stdio: 'inherit', env, detached: hasGroup })
    const end = (signal: NodeJS.Signals) => (hasGroup ? endGroup(child.pid, signal) : child.kill(signal))
    const release = endWithThisProcess(child.pid, hasGroup)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        // A terminal sends Ctrl-C to the command, too.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) end(signal)
      })
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return
      const error = new UsageError(
        `The command "${name}" cannot be run.`,
        `${message}.`,
        process.platform === 'win32'
          ? 'npm and npx are scripts on Windows. Use, for example: paytwin exec -- cmd /c npm test.'
          : 'Use a program that exists, as in: paytwin exec -- npm test.',
      )
      console.error(`paytwin: ${usageText(error)}`)
      resolve(code === 'ENOENT' ? 127 : 126)
    })
    child.once('exit', (code, signal) => {
      release()
      if (hasGroup) endGroup(child.pid, 'SIGTERM')
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}

/** Sends a signal to a process and those that it has started. There may be none any more. */
function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Ends when its input does, and then the process or group that it names: with SIGTERM, and after 5 s with SIGKILL. */
const watch = 'read -r _ || { kill -s TERM -- "$1" && sleep 5 && kill -s KILL -- "$1"; } 2>/dev/null'

/** Lets another process end if this one is killed in a way that it cannot notice. Returns the function that lets it live. */
function endWithThisProcess(pid: number | undefined, hasGroup: boolean): () => void {
  if (pid === undefined || process.platform === 'win32') return () => undefined
  // In its own group: a terminal's Ctrl-C must not end the one that watches.
  const watcher = spawn('/bin/sh', ['-c', watch, 'sh', String(hasGroup ? -pid : pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.on('error', () => undefined)
  watcher.stdin.on('error', () => undefined)
  return () => watcher.stdin.end('\n')
}
