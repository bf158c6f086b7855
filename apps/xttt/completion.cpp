#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "command_help.h"
#include "search/make_searcher.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

// The files and folders that begin with a path, after a prefix such as "python:".
void add_paths(std::vector<std::string>& found, const std::string& prefix, const std::string& path,
               std::string_view ending) {
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, failed)) {
        const std::string name = entry.path().filename().string();
        const bool is_folder = entry.is_directory(failed);
        if (name.starts_with('.') || (!is_folder && !name.ends_with(ending))) continue;
        found.push_back(prefix + folder + name + (is_folder ? "/" : ""));
    }
    std::ranges::sort(found);
}

std::vector<std::string> player_words(const std::string& word) {
    std::vector<std::string> found;
    const auto colon = word.find(':');
    if (colon != std::string::npos) {
        const std::string kind = word.substr(0, colon + 1), rest = word.substr(colon + 1);
        if (kind == "python:" || kind == "python2:") add_paths(found, kind, rest, ".py");
        if (kind == "ugi:" || kind == "sandbox:") add_paths(found, kind, rest, "");
        if (kind == "engine:")
            for (const auto name : algorithm_names())
                found.push_back(fmt::format("engine:{}", name));
        return found;
    }
    return {"engine\tthe engine",
            "engine:\tthe engine with another algorithm",
            "human\ta person",
            "random\trandom moves",
            "python:\ta course bot",
            "python2:\ta course bot under Python 2.7",
            "ugi:\ta program that speaks UGI",
            "sandbox:\ta UGI program in the sandbox"};
}

// Players after "NAME="; the name is free. Not a person.
std::vector<std::string> named_player_words(const std::string& word) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) return {};
    auto found = player_words(word.substr(equals + 1));
    std::erase_if(found, [](const std::string& player) { return player.starts_with("human"); });
    for (std::string& player : found) player.insert(0, word, 0, equals + 1);
    return found;
}

std::vector<std::string> value_words(const Argument& argument, const std::string& word) {
    if (!argument.values.empty()) return argument.values;
    if (argument.value == "PLAYER") return player_words(word);
    if (argument.value == "NAME=PLAYER") return named_player_words(word);
    if (argument.value == "FOLDER") return {":folders"};
    if (argument.value.ends_with("FILE")) return {":files"};
    return {};
}

const Argument* option_named(const Command& command, std::string_view name) {
    for (const auto& argument : command.arguments())
        for (const auto* names : {&argument->names, &argument->aliases})
            if (std::ranges::find(*names, name) != names->end()) return argument.get();
    return nullptr;
}

const Argument* positional_at(const Command& command, std::size_t at) {
    for (const auto& argument : command.arguments())
        if (argument->positional() && (argument->repeats || at-- == 0)) return argument.get();
    return nullptr;
}

}  // namespace

std::vector<std::string> completions(const Command& root, const std::vector<std::string>& words) {
    const Command* command = &root;
    const Argument* open = nullptr;  // an option whose value comes next
    std::size_t positionals = 0;
    const std::string word = words.empty() ? "" : words.back();
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const std::string& before = words[i];
        if (std::exchange(open, nullptr) != nullptr) continue;
        if (before.starts_with('-') && before.size() > 1) {
            const Argument* option = option_named(*command, before);
            if (option != nullptr && !option->flag()) open = option;
            continue;
        }
        const auto below =
            std::ranges::find(command->commands(), before, [](const auto& c) { return c->name(); });
        if (below != command->commands().end())
            command = below->get();
        else
            ++positionals;
    }

    std::vector<std::string> found;
    std::string prefix;
    const auto equals = word.find('=');
    if (open == nullptr && word.starts_with("--") && equals != std::string::npos) {
        open = option_named(*command, word.substr(0, equals));
        prefix = word.substr(0, equals + 1);
    }
    if (open != nullptr) {
        found = value_words(*open, word.substr(prefix.size()));
    } else if (word.starts_with('-')) {
        for (const auto& argument : command->arguments())
            if (!argument->positional()) found.push_back(argument->name() + "\t" + argument->help);
        found.emplace_back("--help\tShow help");
    } else if (!command->commands().empty()) {
        for (const auto& below : command->commands())
            if (!below->hidden()) found.push_back(below->name() + "\t" + below->summary());
    } else if (const Argument* argument = positional_at(*command, positionals)) {
        found = value_words(*argument, word);
    }
    for (std::string& candidate : found)
        if (!candidate.starts_with(':')) candidate = prefix + candidate;
    std::erase_if(found, [&](const std::string& candidate) {
        return !candidate.starts_with(':') && !candidate.starts_with(word);
    });
    return found;
}

std::string completion_script(std::string_view shell) {
    // The shell breaks words at ':' and '='. The command line is split at blanks instead, and the
    // part up to the last such character is not repeated in the answer.
    if (shell == "bash")
        return R"(# bash completion for xttt; load it with: source <(xttt completions bash)
_xttt() {
    local line=${COMP_LINE:0:COMP_POINT} words current candidate
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    current=${words[-1]}
    COMPREPLY=()
    while IFS= read -r candidate; do
        case $candidate in
            :files | :folders)
                local path=$current kind=-f
                [[ $path == --*=* ]] && path=${path#*=}
                [[ $candidate == :folders ]] && kind=-d
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen "$kind" -- "$path")
                return ;;
            *) COMPREPLY+=("${candidate%%$'\t'*}") ;;
        esac
    done < <("${words[0]}" complete-words -- "${words[@]:1}" 2>/dev/null)
    local handled=
    if [[ $current == *[:=]* ]]; then
        handled=${current%"${current##*[:=]}"}
        COMPREPLY=("${COMPREPLY[@]#"$handled"}")
    fi
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:/=] ]] && compopt -o nospace 2>/dev/null
}
complete -F _xttt xttt
)";
    if (shell == "zsh")
        return R"(#compdef xttt
# zsh completion for xttt; save it as _xttt in a folder of $fpath.
_xttt() {
    local -a found
    local candidate word meaning
    while IFS= read -r candidate; do
        case $candidate in
            :files) compset -P '--*='; _files; return ;;
            :folders) compset -P '--*='; _files -/; return ;;
            *)
                word=${candidate%%$'\t'*}
                meaning=
                [[ $candidate == *$'\t'* ]] && meaning=${candidate#*$'\t'}
                found+=("${word//:/\\:}${meaning:+:$meaning}") ;;
        esac
    done < <("${words[1]}" complete-words -- "${(@)words[2,CURRENT]}" 2>/dev/null)
    _describe -V xttt found
}
if [[ $funcstack[1] == _xttt ]]; then _xttt "$@"; else compdef _xttt xttt; fi
)";
    if (shell == "fish")
        return R"(# fish completion for xttt; save it as ~/.config/fish/completions/xttt.fish
function __xttt_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l current (commandline -ct | string replace -r '^--[^=]*=' '')
    for candidate in ($words[1] complete-words -- $words[2..-1] 2>/dev/null)
        switch $candidate
            case ':files'
                __fish_complete_path $current
            case ':folders'
                __fish_complete_directories $current
            case '*'
                echo $candidate
        end
    end
end
complete -c xttt -f -a '(__xttt_complete)'
)";
    return {};
}

}  // namespace xttt
