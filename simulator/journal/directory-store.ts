import type { JournalStore } from './journal-store.ts'
export async function openDirectory(_place: string, _report: (line: string) => void): Promise<JournalStore> {
  throw new Error('stub')
}
