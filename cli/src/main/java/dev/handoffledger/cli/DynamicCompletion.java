package dev.handoffledger.cli;

/**
 * The part of the completion script that knows the ledger's names. A name is given to the shell
 * quoted, so that none is ever read as anything else.
 */
final class DynamicCompletion {
  /** Functions and a registration that come after those of picocli's script. */
  static final String SCRIPT =
      """

      # Names that the ledger knows, asked for when they are wanted.
      _handoff_subject() {
        local i=1 command= word= before="${COMP_WORDS[COMP_CWORD-1]}" position=0
        while [ "$i" -lt "$COMP_CWORD" ]; do
          word="${COMP_WORDS[i]}"
          case $word in
            --*=* | --all | --watch | --ids | --ndjson | --artifact | --absolute-times) ;;
            -*) i=$((i + 1)) ;;
            *)
              if [ -z "$command" ]; then command=$word; else position=$((position + 1)); fi
              ;;
          esac
          i=$((i + 1))
        done
        case $before in
          --context) echo contexts; return ;;
          --kind) echo kinds; return ;;
          --session) echo sessions; return ;;
          --role) echo roles; return ;;
          --issue) echo issues; return ;;
          -*) return ;;
        esac
        case $command:$position in
          inbox:0 | claim:0) echo roles ;;
          session:0 | gate:0) echo sessions ;;
          packet:0 | decide:0) echo issues ;;
          context:1)
            case ${COMP_WORDS[COMP_CWORD-1]} in
              use | remove | set) echo contexts ;;
            esac
            ;;
        esac
      }

      _handoff_names() {
        local subject="$1" program="${COMP_WORDS[0]}" context= i=1 name quoted
        local word="${COMP_WORDS[COMP_CWORD]}"
        case $program in
          '~/'*) program="$HOME/${program#??}" ;;
        esac
        while [ "$i" -lt "$COMP_CWORD" ]; do
          [ "${COMP_WORDS[i]}" != --context ] || context="${COMP_WORDS[i+1]}"
          i=$((i + 1))
        done
        [ "$subject" != contexts ] || context=
        while IFS= read -r name; do
          printf -v quoted %q "$name"
          case $quoted in
            "$word"*) COMPREPLY+=("$quoted") ;;
          esac
        done < <("$program" __candidates ${context:+--context "$context"} "$subject" 2>/dev/null </dev/null)
      }

      _handoff() {
        local subject
        COMPREPLY=()
        subject=$(_handoff_subject)
        [ -z "$subject" ] || _handoff_names "$subject"
        [ "${#COMPREPLY[@]}" -gt 0 ] || _complete_handoff "$@"
      }

      complete -F _handoff -o default handoff
      """;

  private DynamicCompletion() {}
}
