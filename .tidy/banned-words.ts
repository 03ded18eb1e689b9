// Words that this project does not use, each with what to write instead. They are searched in code, comments, texts, file
// names and documents; parts of camelCase names count as words.

interface BannedWord {
  /** Matches within one line whose camelCase names are split into words; case does not matter. */
  pattern: RegExp
  use: string
}

const banned = (pattern: string, use: string): BannedWord => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
  use,
})

export const bannedWords: readonly BannedWord[] = [
  banned('(?:un)?lawful(?:ly)?', 'permitted, valid, conforming; "expected" in reports'),
  banned('stand[- ]ins?', 'assumption'),
  banned('open items?', 'unspecified behavior'),
  banned('(?:un)?seal(?:s|ed|ing)?', 'encrypt, decrypt, encrypted payload'),
  banned('unopened', 'undecryptable'),
  banned('agendas?', 'schedule'),
  banned('the cast|personas?', 'accounts, test account'),
  banned('story|stories', 'scenario'),
  banned('premises?', 'precondition'),
  banned('nouns?', 'resource'),
  banned('faulty deployments?', 'mutant'),
  banned('graded?|grades|grading', 'mutation score, specificity'),
  banned('misfits?|breach(?:es|ed)?|deviations?', 'validation error, violation'),
  banned('misuse', 'UsageError, wrong usage'),
  banned('brokenpromise|broken promises?', 'InvariantError, internal error'),
  banned('webhook lab|the lab', 'webhook fault rules'),
  banned('struck|strikes?|suffers?', 'injected fault'),
  banned('mend(?:s|ed|ing)?', 'fix, coerce'),
  banned('bears?|bearing|bore', 'has, includes, carries'),
  banned('whom|whomever', 'rephrase'),
  banned('unless told(?: otherwise)?', 'by default'),
  banned('(?:is|are|was|were|be|been|being) told', 'is reported, is shown'),
  banned('tells?', 'reports, shows, says'),
  banned('held to|hold to|holds to', 'validated against, checked'),
  banned('comes? to nothing', 'is canceled, has no effect'),
  banned('gives? back|gave back', 'returns'),
  banned("of (?:its|their|his|her|our|your|one's) own", 'own, separate, or leave out'),
  banned('besides?', 'next to, except, in addition to'),
  banned('rooms?|doors?|houses?(?<!tea[- ]house)', 'module, boundary'),
  banned('heard', 'received'),
  banned('came|came of it', 'actual, received, was'),
  banned('(?<!there )is none(?! of)', 'is not one; state what it is'),
  banned('obstacles?', 'failed precondition'),
  banned('unfounded', 'inconclusive'),
  banned('momentar(?:y|ily)', 'transient'),
  banned('sent again', 'retried, resent'),
  banned('more[- ]terms', 'the name of what is inside'),
  banned('cancelled', 'canceled, as the contract spells it'),
  banned(
    'hearsay|hither|thereof|therein|thereby|whereby|wherein|hence|thus|lest|nought|naught|forthwith',
    'plain words',
  ),
]
