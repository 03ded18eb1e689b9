// A worker gets from the data of the first process what that process gets, but no path of the machine.

import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { DirectoryLog } from '../durability/directory-log.ts'
import { MemoryDisk } from '../test-support/memory-disk.ts'
import { answerWorker, RemoteDatabase } from './remote-database.ts'

it('reports a failing disk to a worker without its path', async () => {
  const disk = new MemoryDisk()
  const log = await DirectoryLog.open(disk, 'data')
  const channel = Object.assign(new EventEmitter(), {
    connected: true,
    send: (message: Parameters<RemoteDatabase['receive']>[0]) => remote.receive(message),
  })
  const remote = new RemoteDatabase((question) => channel.emit('message', question))
  answerWorker(channel, log.node('a'))
  const write = { name: 'shop', epoch: null, start: '{}', entries: ['1'], release: false }
  expect((await remote.write([write])).get('shop')).toEqual(expect.any(String))
  expect(await remote.open('shop')).toMatchObject({ start: '{}', entries: ['1'] })
  const path = '/machine/data'
  const error = Object.assign(new Error(`EIO: i/o error, scandir '${path}'`), { code: 'EIO', path })
  disk.list = () => Promise.reject(error)
  await expect(remote.open('shop')).rejects.toThrow(/^EIO: i\/o error, scandir '…'$/)
})
